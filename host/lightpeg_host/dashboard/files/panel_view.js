// A panel on a canvas: a drawing that the server sends whole, or the mirror of a board through a channel of its own.

import { Panel } from "/panel/panel.js";

const RETRY = 1000;
// What is sent is full brightness; a panel is looked at dimmed, and what is barely lit stays lit.
const DIM = 0.3;

export default {
  template: `<canvas class="lp-panel" role="img" :aria-label="label" :style="{ aspectRatio: shape }"></canvas>`,
  props: { columns: Number, levels: String, label: String, live: String },
  data() {
    return { shape: `${this.columns} / 16` };
  },
  mounted() {
    this.panel = new Panel(this.$el);
    this.$el.panel = this.panel;
    this.still();
    if (!this.live) return;
    // What nobody looks at is let go, so that another program can have the board.
    this.look = () => (document.hidden ? this.close() : this.open());
    this.leave = () => this.close();
    document.addEventListener("visibilitychange", this.look);
    window.addEventListener("pagehide", this.leave);
    window.addEventListener("pageshow", this.look);
    this.look();
  },
  unmounted() {
    if (!this.live) return;
    document.removeEventListener("visibilitychange", this.look);
    window.removeEventListener("pagehide", this.leave);
    window.removeEventListener("pageshow", this.look);
    this.close();
  },
  watch: {
    levels() {
      this.still();
    },
  },
  methods: {
    still() {
      if (this.levels) this.show(Uint8Array.from(atob(this.levels), (c) => c.charCodeAt(0)), this.columns);
    },
    show(levels, columns) {
      this.shape = `${columns} / 16`;
      this.panel.resize(columns);
      this.panel.show(levels.map((level) => Math.ceil(level * DIM)));
      this.$el.dataset.pictures = Number(this.$el.dataset.pictures || 0) + 1;
    },
    open() {
      if (this.channel) return;
      clearTimeout(this.again);
      const channel = new WebSocket(new URL(this.live, location.href.replace(/^http/, "ws")));
      channel.binaryType = "arraybuffer";
      channel.onmessage = (message) => {
        const data = new Uint8Array(message.data);
        // The first byte is the number of columns.
        if (this.channel === channel) this.show(data.subarray(1), data[0]);
      };
      channel.onclose = () => {
        if (this.channel !== channel) return;
        this.channel = null;
        this.again = setTimeout(this.look, RETRY);
      };
      this.channel = channel;
    },
    close() {
      clearTimeout(this.again);
      const channel = this.channel;
      this.channel = null;
      if (channel) channel.close();
    },
  },
};
