// Draws the LEDs as they look behind the diffuser: soft squares that glow into their neighbours.

// The eye adapts to a dim panel: light is lifted most where there is little of it. Levels are linear, 0..255.
const LIFT = 4;
const GAMMA = 0.45;
const ROWS = 16;

/** The LED's linear (r, g, b) as screen colours: brightness as the eye takes it, hue unchanged. */
export function seen(r, g, b) {
  const most = Math.max(r, g, b);
  if (most === 0) return [0, 0, 0];
  const gain = LIFT / (1 + (most * (LIFT - 1)) / 255);
  return [r, g, b].map((level) => Math.round(255 * Math.pow(Math.min(1, (level * gain) / 255), GAMMA)));
}

export class Panel {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", { alpha: false });
    this.small = document.createElement("canvas");
    this.haze = document.createElement("canvas");
    this.grid = document.createElement("canvas");
    this.columns = 0;
    this.drawn = 0;
    this.levels = null;
    this.waiting = false;
    this.resize(16);
    new ResizeObserver(() => this.fit()).observe(canvas);
  }

  resize(columns) {
    if (columns === this.columns) return;
    this.columns = columns;
    this.small.width = columns;
    this.small.height = ROWS;
    this.haze.width = columns / 2;
    this.haze.height = ROWS / 2;
    this.image = new ImageData(columns, ROWS);
    this.levels = null;
    document.body.style.setProperty("--columns", columns);
    this.fit();
  }

  fit() {
    const cell = Math.max(4, Math.floor((this.canvas.clientWidth * (window.devicePixelRatio || 1)) / this.columns));
    if (this.cell === cell && this.canvas.width === cell * this.columns) return;
    this.cell = cell;
    this.canvas.width = cell * this.columns;
    this.canvas.height = cell * ROWS;
    this.makeGrid();
    this.later();
  }

  /** The walls between the lights, and each light's fall-off to its edges: the same for every picture. */
  makeGrid() {
    const { grid, cell, columns } = this;
    grid.width = cell * columns;
    grid.height = cell * ROWS;
    const g = grid.getContext("2d");
    const gap = cell * 0.06;
    const light = g.createRadialGradient(cell / 2, cell / 2, cell * 0.2, cell / 2, cell / 2, cell * 0.75);
    light.addColorStop(0, "rgba(0,0,0,0)");
    light.addColorStop(1, "rgba(0,0,0,0.42)");
    for (let y = 0; y < ROWS; y++) {
      for (let x = 0; x < columns; x++) {
        g.setTransform(1, 0, 0, 1, x * cell, y * cell);
        g.fillStyle = light;
        g.fillRect(0, 0, cell, cell);
        g.fillStyle = "rgba(6,6,9,0.82)";
        g.beginPath();
        g.rect(0, 0, cell, cell);
        g.roundRect(gap, gap, cell - 2 * gap, cell - 2 * gap, cell * 0.24);
        g.fill("evenodd");
      }
    }
  }

  show(levels) {
    this.levels = levels;
    this.later();
  }

  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.draw();
    });
  }

  draw() {
    const { context, canvas, small, haze, image } = this;
    const { width, height } = canvas;
    const data = image.data;
    const count = this.columns * ROWS;
    for (let n = 0; n < count; n++) {
      const [r, g, b] = this.levels ? seen(this.levels[3 * n], this.levels[3 * n + 1], this.levels[3 * n + 2]) : [0, 0, 0];
      // The diffuser itself is not quite black.
      data[4 * n] = Math.max(r, 17);
      data[4 * n + 1] = Math.max(g, 17);
      data[4 * n + 2] = Math.max(b, 20);
      data[4 * n + 3] = 255;
    }
    small.getContext("2d").putImageData(image, 0, 0);
    const soft = haze.getContext("2d");
    soft.drawImage(small, 0, 0, haze.width, haze.height);
    context.globalCompositeOperation = "source-over";
    context.globalAlpha = 1;
    context.imageSmoothingEnabled = false;
    context.drawImage(small, 0, 0, width, height);
    context.drawImage(this.grid, 0, 0);
    context.globalCompositeOperation = "lighter";
    context.imageSmoothingEnabled = true;
    context.globalAlpha = 0.17;
    context.drawImage(small, 0, 0, width, height);
    context.globalAlpha = 0.16;
    context.drawImage(haze, 0, 0, width, height);
    this.drawn++;
  }
}
