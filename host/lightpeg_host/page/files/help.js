// The rules beside the board: those of the variant chosen on it, or of any other.

export class Help {
  constructor() {
    this.panel = document.getElementById("help");
    this.button = document.getElementById("help-button");
    this.topic = document.getElementById("topic");
    this.text = document.getElementById("rules");
    this.variant = null;
    this.shown = null;
    this.button.addEventListener("click", () => this.toggle());
    document.getElementById("help-close").addEventListener("click", () => this.toggle(false));
    this.topic.addEventListener("change", () => this.load(this.topic.value));
    this.text.addEventListener("click", (event) => this.follow(event));
  }

  get open() {
    return !this.panel.hidden;
  }

  async toggle(open = !this.open) {
    this.panel.hidden = !open;
    this.button.setAttribute("aria-expanded", open);
    document.body.classList.toggle("helping", open);
    if (!open) {
      if (this.panel.contains(document.activeElement)) this.button.focus();
      return;
    }
    await this.fill();
    this.topic.focus({ preventScroll: true });
  }

  /** The board stands on another variant. */
  async choose(variant) {
    this.variant = variant;
    if (this.open) await this.fill();
  }

  async fill() {
    const topics = await (await fetch("rules")).json();
    this.topic.replaceChildren(...topics.map(({ key, name }) => new Option(name, key)));
    if (this.shown !== this.variant) await this.load(this.variant);
    else this.topic.value = this.shown;
  }

  async load(key) {
    const answer = await fetch(`rules/${encodeURIComponent(key)}`);
    this.shown = key;
    this.topic.value = key;
    if (!answer.ok) {
      this.text.textContent = "There are no rules for this variant.";
      return;
    }
    // Made by the program from its own pages, without HTML of anybody else's in it.
    this.text.innerHTML = await answer.text();
    for (const table of this.text.querySelectorAll("table")) {
      const around = document.createElement("div");
      around.className = "table";
      table.replaceWith(around);
      around.append(table);
    }
    this.text.scrollTop = 0;
  }

  /** Links between the pages stay in the panel; others open a page of their own. */
  follow(event) {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    const page = /^([\w-]+)\.md(#.*)?$/.exec(link.getAttribute("href"));
    if (page && [...this.topic.options].some((option) => option.value === page[1])) this.load(page[1]);
    else if (/^https:/.test(link.href)) window.open(link.href, "_blank", "noopener");
  }
}
