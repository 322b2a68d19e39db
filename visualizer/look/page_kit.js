"use strict";
/* What all pages have: elements, keys with their buttons, a slider of steps, and a light and a dark theme. */
const SVG = "http://www.w3.org/2000/svg";
const at = id => document.getElementById(id);

/* Give an element its attributes and children; an attribute that is false is left out, one that is true has no value. */
function complete(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}
function make(tag, attributes = {}, ...children) {
  return complete(document.createElement(tag), attributes, children);
}
function draw(tag, attributes = {}, ...children) {
  return complete(document.createElementNS(SVG, tag), attributes, children);
}

/* A text that is as it was is left alone: a browser would lay it out again. */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/* Whether a key belongs to the browser or the system, and not to a page. */
const isShortcut = event => event.ctrlKey || event.metaKey || event.altKey;

/* Do what a key says, unless it has another meaning where it is pressed; each button does what its key does. */
function listen(keys, buttons, hasOtherMeaning) {
  document.addEventListener("keydown", event => {
    if (isShortcut(event) || !keys[event.key] || hasOtherMeaning(event)) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const id in buttons) at(id).addEventListener("click", () => keys[buttons[id]]());
}

/* The keys that go to another step: `now` and `last` return a step, `go` goes to one. */
function stepKeys(now, last, go) {
  const forwards = () => go(now() + 1);
  const backwards = () => go(now() - 1);
  return {
    ArrowRight: forwards, ArrowLeft: backwards, PageDown: forwards, PageUp: backwards,
    Home: () => go(0), End: () => go(last()),
  };
}

/* Let the slider go to a step. */
function slide(last, go) {
  at("slider").max = last;
  at("slider").addEventListener("input", event => go(Number(event.target.value)));
}

/* Show a step on a slider, and in words beside it. */
function tellStep(step, words, slider = at("slider"), where = at("where")) {
  write(where, words);
  slider.value = step;
  slider.setAttribute("aria-valuetext", words);
}

/* Put a step into the address, so that the page opens there. */
function remember(hash) {
  try { history.replaceState(null, "", hash); } catch (error) { /* where a page may not */ }
}

/* Change between two themes, of which the first is the light one; begin as the system is. */
function shade([light, dark]) {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === light ? dark : light;
}
function followSystem() {
  if (matchMedia("(prefers-color-scheme: dark)").matches) document.documentElement.dataset.theme = "dark";
}
