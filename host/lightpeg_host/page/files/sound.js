// The buzzer: a softened square wave. Browsers allow sound only after the first press.

const LOUDNESS = 0.05;
const CLICKLESS_S = 0.004;

export class Sound {
  constructor() {
    this.muted = localStorage.getItem("lightpeg-muted") === "yes";
    this.context = null;
    this.hertz = 0;
  }

  /** Called on the first gesture. */
  allow() {
    if (this.context || !window.AudioContext) return;
    this.context = new AudioContext();
    this.oscillator = new OscillatorNode(this.context, { type: "square", frequency: 440 });
    this.gain = new GainNode(this.context, { gain: 0 });
    const soft = new BiquadFilterNode(this.context, { type: "lowpass", frequency: 3500 });
    this.oscillator.connect(soft).connect(this.gain).connect(this.context.destination);
    this.oscillator.start();
    this.apply();
  }

  mute(muted) {
    this.muted = muted;
    localStorage.setItem("lightpeg-muted", muted ? "yes" : "no");
    this.apply();
  }

  play(hertz) {
    this.hertz = hertz;
    this.apply();
  }

  apply() {
    if (!this.context) return;
    const now = this.context.currentTime;
    if (this.hertz) this.oscillator.frequency.setValueAtTime(this.hertz, now);
    this.gain.gain.setTargetAtTime(this.hertz && !this.muted ? LOUDNESS : 0, now, CLICKLESS_S);
  }
}
