// The page of a board: ties the panel, the buttons, the sliders, the sound and the rules to the board's connection.

import { Buttons, Slider } from "./controls.js";
import { Help } from "./help.js";
import { Link } from "./link.js";
import { Panel } from "./panel.js";
import { Sound } from "./sound.js";

const COPIED_MS = 1500;
const element = (id) => document.getElementById(id);

const state = { powered: false, arms: { red: 0, white: 0 } };
const panel = new Panel(element("panel"));
const sound = new Sound();
const help = new Help();
const link = new Link({ onPicture: (levels) => panel.show(levels), onNews: news, onLine: line });
const buttons = new Buttons((button, down) => link.send(down ? { hold: button } : { release: button }));
const sliders = {};
for (const arm of ["red", "white"]) sliders[arm] = new Slider(arm, (name, position) => link.send({ [name]: position }));

function news(changes) {
  for (const tone of changes.tones || []) sound.play(tone);
  Object.assign(state, changes);
  if ("width" in changes) panel.resize(state.width);
  if ("holes" in changes) for (const arm in sliders) sliders[arm].setHoles(state.holes);
  if ("arms" in changes) for (const arm in sliders) sliders[arm].moved(state.arms[arm]);
  if ("serial" in changes) element("address").textContent = state.serial;
  if ("pty" in changes && state.pty) element("address").title = `or the device ${state.pty}`;
  if ("variant" in changes) help.choose(state.variant);
  if ("powered" in changes) {
    element("power").setAttribute("aria-checked", state.powered);
    element("panel").setAttribute("aria-label", state.powered ? "The panel of lights" : "The panel of lights, switched off");
  }
  if ("fault" in changes) showFault();
  element("pace").textContent = paceText();
}

function paceText() {
  if (state.exact) return `Emulated chip: slower than life, now at ${Math.round(state.pace * 100)} % of it`;
  if (state.powered && state.pace < 0.9 * state.speed) return `This computer keeps up with ${Math.round((100 * state.pace) / state.speed)} % only`;
  return state.speed === 1 ? "" : `${state.speed}× as fast as life`;
}

function line(connected) {
  element("lost").hidden = connected;
  document.body.classList.toggle("online", connected);
  if (!connected) sound.play(0);
}

function showFault() {
  const dialog = element("fault");
  dialog.hidden = !state.fault;
  if (!state.fault) return;
  element("remedy").textContent = state.remedy;
  element("fault-text").textContent = state.fault;
  element("fault-restart").focus();
}

async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => (button.textContent = before), COPIED_MS);
}

function setMute(muted) {
  sound.mute(muted);
  element("sound").setAttribute("aria-checked", !muted);
}

setMute(sound.muted);
for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, () => sound.allow(), { capture: true });
element("sound").addEventListener("click", () => setMute(!sound.muted));
element("power").addEventListener("click", () => link.send({ power: !state.powered }));
element("copy").addEventListener("click", () => copy(state.serial, element("copy")));
element("fault-copy").addEventListener("click", () => copy(state.fault, element("fault-copy")));
element("fault-close").addEventListener("click", () => (element("fault").hidden = true));
element("fault-restart").addEventListener("click", () => {
  link.send({ power: false });
  link.send({ power: true });
});
// After a click the keys belong to the board again.
document.addEventListener("click", (event) => {
  if (event.detail > 0 && event.target.closest("header button, #copy")) document.activeElement.blur();
});
document.addEventListener("keydown", (event) => {
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("select")) return;
  if (event.key === "h" || event.key === "H" || event.key === "?") help.toggle();
  if (event.key === "n" || event.key === "N") setMute(!sound.muted);
});

// For whoever looks at the page with a program.
window.lightpeg = { panel, state, settled: () => link.settled() };
