"use strict";
/* Elements of the page: how they are made, and which of them an arrow points to. */

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== false) made.setAttribute(name, value === true ? "" : value);
  made.append(...children);
  return made;
}
/* Return a button that does something. */
function button(does, attributes, ...children) {
  const made = make("button", {type: "button", ...attributes}, ...children);
  made.addEventListener("click", does);
  return made;
}
const hidden = text => make("span", {class: "hidden"}, text);

/* Return the field that an arrow points to, null for none; in a text only from its ends. */
function neighbour(from, key, inputs) {
  const across = key === "ArrowLeft" || key === "ArrowRight", sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  if (across && from.type === "text" && (sign < 0 ? from.selectionStart > 0 : from.selectionEnd < from.value.length)) return null;
  const middle = input => { const box = input.getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2, box.height]; };
  const [x, y, height] = middle(from);
  let found = null, least = Infinity;
  for (const input of inputs) {
    const [otherX, otherY] = middle(input), right = sign * (otherX - x), down = sign * (otherY - y), same = Math.abs(otherY - y) < height;
    const far = across ? (same && right > 1 ? right : Infinity) : same || down <= 0 ? Infinity : 3 * down + Math.abs(otherX - x);
    if (far < least) [found, least] = [input, far];
  }
  return found;
}
