// Buttons and sliders by mouse, finger and keyboard.

const KEYS = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
  Enter: "ok", Escape: "menu", m: "menu", s: "screen", " ": "screen",
};
// Steps of the keyboard and marks where nobody here knows how far out an arm comes.
const FINE_STEPS = 40;
const FINE_MARKS = [0, 25, 50, 75, 100];
// How long after a move the board's news of the arm may still be of an earlier place.
const ECHO_MS = 300;
const ARM_KEYS = { q: ["red", 1], a: ["red", -1], p: ["white", 1], l: ["white", -1] };

/** The key's letter; on keyboards of other scripts the one printed on it beside them. */
function keyName(event) {
  if (event.key.length === 1 && !/[ -~]/.test(event.key) && /^Key[A-Z]$/.test(event.code)) return event.code[3].toLowerCase();
  return event.key.length === 1 ? event.key.toLowerCase() : event.key;
}

/** Whether the focused thing wants the key for itself. */
function wantsKey(target, name) {
  if (!(target instanceof Element) || target.closest("[data-button], [role=slider]")) return false;
  if (target.closest("#fault")) return true;
  if (target.closest("select, input, textarea")) return name !== "Escape";
  if (target.closest("button, a")) return name === "Enter" || name === " ";
  return Boolean(target.closest("#rules")) && name.startsWith("Arrow");
}

export class Buttons {
  /** `change(button, down)` is called when a button goes down or up, whatever pressed it. */
  constructor(change) {
    this.change = change;
    // What holds each button: names of keys and ids of pointers.
    this.holders = new Map();
    for (const element of document.querySelectorAll("[data-button]")) this.listen(element);
    document.addEventListener("keydown", (event) => this.keyDown(event));
    document.addEventListener("keyup", (event) => this.letGo(`key ${event.code}`));
    window.addEventListener("blur", () => this.letAllGo());
    document.addEventListener("visibilitychange", () => document.hidden && this.letAllGo());
    window.addEventListener("pagehide", () => this.letAllGo());
  }

  listen(element) {
    const button = element.dataset.button;
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      element.setPointerCapture(event.pointerId);
      this.hold(`pointer ${event.pointerId}`, button);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this.letGo(`pointer ${event.pointerId}`));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // What presses without pointer or key: a screen reader. The board makes a real press of it.
    element.addEventListener("click", (event) => {
      if (event.detail !== 0) return;
      this.hold("click", button);
      this.letGo("click");
    });
  }

  keyDown(event) {
    const name = keyName(event);
    if (event.ctrlKey || event.altKey || event.metaKey || wantsKey(event.target, name)) return;
    const focused = event.target instanceof Element ? event.target.closest("[data-button]") : null;
    const button = focused && (name === "Enter" || name === " ") && event.target.matches(":focus-visible") ? focused.dataset.button : KEYS[name];
    if (!button || event.defaultPrevented) return;
    event.preventDefault();
    if (!event.repeat) this.hold(`key ${event.code}`, button);
  }

  hold(holder, button) {
    if (this.holders.has(holder)) return;
    const before = [...this.holders.values()].includes(button);
    this.holders.set(holder, button);
    if (!before) this.tell(button, true);
  }

  letGo(holder) {
    const button = this.holders.get(holder);
    if (!button) return;
    this.holders.delete(holder);
    if (![...this.holders.values()].includes(button)) this.tell(button, false);
  }

  letAllGo() {
    for (const holder of [...this.holders.keys()]) this.letGo(holder);
  }

  tell(button, down) {
    document.querySelector(`[data-button=${button}]`).classList.toggle("down", down);
    this.change(button, down);
  }
}

export class Slider {
  /** `change(arm, position)` is called when a person moves it; position is 0 (in) to 1 (out). */
  constructor(arm, change) {
    this.arm = arm;
    this.change = change;
    this.element = document.getElementById(`arm-${arm}`);
    this.knob = this.element.querySelector(".knob");
    this.position = 0;
    this.dragging = null;
    this.movedAt = -Infinity;
    this.setHoles(4);
    this.show(0);
    this.element.addEventListener("pointerdown", (event) => this.grab(event));
    this.element.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      this.element.addEventListener(end, () => (this.dragging = null));
    }
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("keydown", (event) => {
      const [name, way] = ARM_KEYS[keyName(event)] || [];
      if (name !== this.arm || event.ctrlKey || event.altKey || event.metaKey) return;
      if (wantsKey(event.target, keyName(event))) return;
      this.step(way);
    });
  }

  /** Marks and steps for codes of so many holes; null for codes that grow: fine steps, and marks in percent. */
  setHoles(holes) {
    if (holes === this.holes) return;
    this.holes = holes;
    const counts = holes === null ? FINE_MARKS : Array.from({ length: holes + 1 }, (_, n) => n);
    this.element.querySelector(".marks").replaceChildren(
      ...counts.map((count) => {
        const mark = document.createElement("i");
        mark.style.bottom = `${(100 * count) / counts.at(-1)}%`;
        mark.dataset.count = holes === null ? `${count}%` : count;
        return mark;
      }),
    );
    this.name();
  }

  grab(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    // The arrow keys stay with the board's buttons.
    document.activeElement?.blur();
    this.element.setPointerCapture(event.pointerId);
    const box = this.knob.getBoundingClientRect();
    // Taken by the knob it does not jump to the pointer.
    this.dragging = event.target === this.knob ? event.clientY - (box.top + box.height / 2) : 0;
    this.drag(event);
  }

  drag(event) {
    if (this.dragging === null) return;
    const track = this.element.querySelector(".marks").getBoundingClientRect();
    this.move((track.bottom - (event.clientY - this.dragging)) / track.height);
  }

  onKey(event) {
    const ways = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };
    if (event.key in ways) this.step(ways[event.key]);
    else if (event.key === "Home") this.move(0);
    else if (event.key === "End") this.move(1);
    else return;
    event.preventDefault();
  }

  step(way) {
    const steps = this.holes ?? FINE_STEPS;
    this.move((Math.round(this.position * steps) + way) / steps);
  }

  move(position) {
    const inside = Math.min(1, Math.max(0, position));
    if (inside === this.position) return;
    this.movedAt = performance.now();
    this.show(inside);
    this.change(this.arm, inside);
  }

  /** The board's news of it: somebody else's hand may have moved it. Waits while it is moved here. */
  moved(position) {
    clearTimeout(this.later);
    if (this.dragging === null && performance.now() - this.movedAt >= ECHO_MS) this.show(position);
    else this.later = setTimeout(() => this.moved(position), ECHO_MS);
  }

  show(position) {
    this.position = position;
    this.element.style.setProperty("--at", position);
    this.name();
  }

  name() {
    const percent = Math.round(this.position * 100);
    const text = this.holes === null ? `${percent} %` : `${Math.round(this.position * this.holes)} of ${this.holes}`;
    this.element.setAttribute("aria-valuenow", percent);
    this.element.setAttribute("aria-valuetext", text);
  }
}
