"use strict";
/* What all pages of homework have: a place where what is done is kept, trees that are drawn as wide as there is
room, and a line for the teacher. */

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

/* What is filled in is kept in this browser, where that is allowed, so that nothing is lost when the page is opened again. */

/* Return what a page is recognized by: a number made of all that it asks. */
const pageNumber = data => JSON.stringify(data).split("").reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) | 0, 0);

class Browser {
  constructor(data) { this.key = `homework ${pageNumber(data)}`; }

  keep(kept) {
    try { localStorage.setItem(this.key, JSON.stringify(kept)); } catch (error) { /* where a page may not */ }
  }

  kept() {
    try { return JSON.parse(localStorage.getItem(this.key)); } catch (error) { return null; /* nothing is kept */ }
  }

  clear() {
    try { localStorage.removeItem(this.key); } catch (error) { /* nothing is kept */ }
  }
}

const RIGHT = "✓", WRONG = "✗";
const SHAPES = ["wide", "tight", "list"];

/* A tree with what is done in it; a page says how its nodes look, and what a key and a submit do. */
class TreeForm {
  constructor(task, place, data, rules, attributes = {}) {
    this.name = `tree-${place + 1}`;
    this.boxes = new Map();
    this.state = make("span", {class: "state"});
    this.said = make("p", {class: "said", role: "status"});
    this.shape = button(() => this.stage.classList.contains("list") ? fit([this], SHAPES.slice(0, 2)) : this.draw("list"), {class: "shape"});
    this.stage = make("div", {class: "stage"});
    this.form = make("form", {autocomplete: "off"});
    this.section = make("section", {"aria-labelledby": this.name, ...attributes},
      make("h2", {id: this.name}, `Tree ${place + 1} of ${data.tasks.length} `, this.state),
      make("p", {class: "faint"}, `${task.source} · ${rules}`), this.form);
    this.form.addEventListener("submit", event => { event.preventDefault(); this.submit(); });
    this.form.addEventListener("keydown", event => { if (!isShortcut(event)) this.key(event); });
  }

  /* Put a node's box with its edge, and all that is below it, into the list. */
  item(node, box, edge, ...before) {
    this.boxes.set(node.path, box);
    const parts = [...before, ...(node.path ? [make("div", {class: "edge"}, edge)] : []), box];
    if (node.children.length) parts.push(make("ul", {role: "list"}, ...node.children.map(child => this.node(child))));
    return make("li", {}, ...parts);
  }

  /* Draw the tree in one of the shapes. */
  draw(shape) {
    for (const each of SHAPES) this.stage.classList.toggle(each, each === shape);
    this.shape.textContent = shape === "list" ? "Show as a tree" : "Show as a list";
  }

  get isTooWide() { return this.stage.scrollWidth > this.stage.clientWidth; }
}

/* Draw trees in the first shape that is not too wide for each; all are drawn before the first is measured. */
function fit(trees, shapes) {
  for (const shape of shapes) {
    trees.forEach(tree => tree.draw(shape));
    trees = trees.filter(tree => tree.isTooWide);
  }
}

/* Write the line for the teacher: who it is, what was asked, and how it went. */
function tellTeacher({title, settings}, scores) {
  at("line").value = [at("name").value.trim(), title, settings, ...scores, "counted by the page, no proof"].filter(Boolean).join("; ");
}

/* Set the page up with what was kept by `what` it is; `keep` is called when the name changes, and once at the end. */
function setUp(data, forms, store, {what, rules, keys, clears, keep}) {
  const {name, [what]: kept} = {...store.kept()};
  if (typeof name === "string") at("name").value = name;
  forms.forEach((form, place) => form.restore(Array.isArray(kept) ? kept[place] : null));
  at("task").textContent = data.wanted;
  at("rules").textContent = `▲ MAX to move, ▼ MIN to move${rules} · ${data.rules}`;
  at("keys").textContent = `Keys: ${keys.join(", ")}.`;
  at("trees").append(...forms.map(form => form.section));
  fit(forms, SHAPES);
  let width = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== width) { width = innerWidth; fit(forms, SHAPES); } });
  at("name").addEventListener("input", keep);
  at("copy").addEventListener("click", async () => {
    at("line").select();
    try { await navigator.clipboard.writeText(at("line").value); } catch (error) { document.execCommand("copy"); }
    at("copied").textContent = "Copied.";
  });
  at("clear").addEventListener("click", () => {
    if (!confirm(`Clear all that ${clears}, and the score?`)) return;
    store.clear();
    location.reload();
  });
  keep();
}
