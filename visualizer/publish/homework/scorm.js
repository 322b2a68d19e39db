"use strict";
/* The gradebook of a course: the run-time of SCORM 1.2, which a window around the page has as `API`.

It is told the score (how many of 100 answers were right at their first check), whether all is right now, and the time; it
keeps what is filled in. What was reached stays, whatever is written afterwards. */

const FARTHEST = 500, PATIENCE = 5000;  // windows that are asked; milliseconds after which what is typed is handed over
const DONE = ["passed", "completed"];

/* Return the run-time of a window around this one, or of the one that opened it; null if there is none. What cannot be
begun with is none, whatever its name is. */
function runTime() {
  for (const start of [window, window.opener]) {
    let around = start;
    for (let step = 0; around && step < FARTHEST; step += 1) {
      try { if (typeof around.API?.LMSInitialize === "function") return around.API; } catch (error) { break; /* a stranger's window */ }
      if (around.parent === around) break;
      around = around.parent;
    }
  }
  return null;
}

/* Return the gradebook of a page, which keeps by `keeping` what is filled in; null if there is none, or it does not answer, and then that is said. */
function gradebook(data, keeping) {
  const api = runTime();
  let why = "There is no gradebook around this page";
  try {
    if (api && String(api.LMSInitialize("")) === "true") return new Gradebook(api, data, keeping);
  } catch (error) {
    why = "The gradebook around this page does not answer";
  }
  document.getElementById("reported").textContent = `${why}: nothing is reported.`;
  return null;
}

class Gradebook {
  /* Read all that it has, before anything is written over it; it throws what the run-time throws. */
  constructor(api, data, keeping) {
    Object.assign(this, {api, keeping, atEnd: data.status, page: pageNumber(data).toString(36), began: Date.now(), timer: 0, ended: false, refused: "", lost: "", last: []});
    const get = name => String(api.LMSGetValue(name) ?? ""), score = DONE.includes(this.status = get("cmi.core.lesson_status")) ? Number(get("cmi.core.score.raw")) : 0;
    this.least = score >= 0 && score <= 100 ? score : 0;
    this.reports = !["review", "browse"].includes(get("cmi.core.lesson_mode"));
    this.found = {name: get("cmi.core.student_name"), ...this.read(get("cmi.suspend_data"))};
    for (const id of ["by-hand", "clear"]) document.getElementById(id).hidden = true;
    addEventListener("pagehide", () => this.end());
    addEventListener("pageshow", event => event.persisted && location.reload());
    document.addEventListener("visibilitychange", () => document.hidden && this.commit());
    this.tell();
  }

  /* Return what was kept; nothing of a text that this page has not written. */
  read(text) {
    try { return this.keeping.read(text, this.page); } catch (error) { return {}; }
  }

  kept() { return this.found; }

  /* Call the run-time and return what it answers as text; one that throws answers nothing. */
  call(name, ...given) {
    try { return String(this.api[name](...given) ?? ""); } catch (error) { return ""; }
  }

  get error() { return this.call("LMSGetErrorString", this.call("LMSGetLastError")) || "it gives no reason"; }

  set(name, value) {
    if (this.call("LMSSetValue", name, String(value)) !== "true") this.refused = `${name}: ${this.error}`;
  }

  /* Take what is filled in, and how much of it is right; hand it over at once where more is done, else after a while. */
  keep(kept, {right, asked, isSolved, done}) {
    if (!this.reports || this.ended) return;
    const {text, isAll} = this.keeping.written(kept, this.page);
    this.refused = "";
    if (!DONE.includes(this.status)) this.status = isSolved ? this.atEnd : "incomplete";
    const score = Math.max(this.least, asked ? Math.floor(100 * right / asked) : 100);
    if (this.atEnd === "passed" && done) {
      this.call("LMSSetValue", "cmi.core.score.min", "0");  // not every gradebook knows the ends of a score, and none need
      this.call("LMSSetValue", "cmi.core.score.max", "100");
      this.set("cmi.core.score.raw", score);
    }
    this.set("cmi.core.lesson_status", this.status);
    this.set("cmi.core.exit", DONE.includes(this.status) ? "" : "suspend");
    this.set("cmi.suspend_data", text);
    this.last = [this.atEnd === "passed" && done ? `${score} of 100, ` : "", isAll];
    this.tell(...this.last);
    if (done !== this.before) this.commit();
    else this.timer ||= setTimeout(() => this.commit(), PATIENCE);
    this.before = done;
  }

  commit() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (!this.reports || this.ended) return;
    this.set("cmi.core.session_time", timeSpan(Date.now() - this.began));
    const before = this.lost;
    this.lost = this.call("LMSCommit", "") === "true" ? "" : this.error;
    if (this.refused || this.lost) this.tell();
    else if (before) this.tell(...this.last);
  }

  /* Hand over what is left, and take leave. */
  end() {
    this.commit();
    if (!this.ended) this.call("LMSFinish", "");
    this.ended = true;
  }

  /* Say what is reported; what could not be handed over is not, until it can. */
  tell(score = "", isAll = true) {
    const refused = this.refused || this.lost;
    const said = !this.reports ? "This is a look back: nothing is reported." : refused ? `The gradebook does not take this (${refused}), so it is not reported.`
      : `Reported to the gradebook: ${score}${this.status}.${isAll ? "" : " It has no room for the longest of what is written."}`;
    document.getElementById("reported").textContent = said;
  }
}

/* Return a time in milliseconds as hours, minutes and seconds: 0000:05:07.25. */
function timeSpan(milliseconds) {
  const seconds = milliseconds / 1000, two = number => String(Math.floor(number)).padStart(2, "0");
  return `${String(Math.min(9999, Math.floor(seconds / 3600))).padStart(4, "0")}:${two(seconds / 60 % 60)}:${two(seconds % 60)}.${two(milliseconds % 1000 / 10)}`;
}

/* What is filled in as a short text of ASCII: a gradebook by SCORM 1.2 keeps 4,096 characters.

A tree is its counts of checks, hints and shown answers, and a sign for each field: what is in it, whether it is marked, was
right at first, and how often it was wrong. What is written there follows, up to `~`, where it is not what is right. */

const MOST_KEPT = 4096, LONGEST_KEPT = 60, MOST_COUNTED = 999;
const STATES = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!*()@:/";  // 3 · 2 · 3 · 4 of them
const EMPTY = 0, WHAT_IS_RIGHT = 1, OTHER = 2, FIRSTS = [undefined, true, false];
const LETTERS = {"−": "m", "∞": "o", "≤": "l", "≥": "g", "<": "k", ">": "q"}, SPELLED = Object.fromEntries(Object.entries(LETTERS).map(([sign, letter]) => [letter, sign]));

/* Return the text of what is filled into sheets, and whether that is all of it: where there is no room, long words are left
out, the longest first. */
function suspended(sheets, fields, page) {
  const written = fields.flatMap((each, place) => each.filter(({kind}) => !kind.edge).map(({id}) => signsOf(sheets[place].given[id] || "").length));
  for (let longest = LONGEST_KEPT; ; longest -= 1) {
    const text = [page, ...sheets.map((sheet, place) => sheetAsText(sheet, fields[place], longest))].join("|");
    if (text.length <= MOST_KEPT || !longest) return {text, isAll: written.every(length => length <= longest)};
  }
}

function sheetAsText(sheet, fields, longest) {
  const counts = [sheet.checks, sheet.hints, sheet.shown].map(count => Math.min(count, MOST_COUNTED)).join(",");
  return `${counts};${fields.map(field => fieldAsText(sheet, field, longest)).join("").replace(/A+$/, "")}`;
}

function fieldAsText({given, marked, first, tries}, {id, kind, right}, longest) {
  const text = kind.edge ? "" : signsOf(given[id] || ""), isRight = given[id] === (kind.edge || right);
  const what = isRight ? WHAT_IS_RIGHT : text && text.length <= longest ? OTHER : EMPTY;
  const state = ((what * 2 + marked.includes(id)) * 3 + FIRSTS.indexOf(first[id])) * 4 + Math.min(tries[id] || 0, 3);
  return STATES[state] + (what === OTHER ? `${text}~` : "");
}

/* Spell what was written in ASCII: what numbers are made of as it is, other signs as a letter or by their numbers. */
const signsOf = text => text.replace(/[^\d.,=+ efin-]/g, sign => LETTERS[sign] || `(${sign.charCodeAt(0).toString(36)})`);
const textOf = signs => signs.replace(/\((\w+)\)|[molgkq]/g, (sign, code) => code ? String.fromCharCode(parseInt(code, 36)) : SPELLED[sign]);

/* Return what was filled into sheets; null if the text is none of this page. */
function resumed(text, fields, page) {
  const [its, ...trees] = String(text).split("|");
  return its === page && trees.length === fields.length ? trees.map((tree, place) => sheetOfText(tree, fields[place])) : null;
}

function sheetOfText(text, fields) {
  const [counts, signs = ""] = text.split(";"), [checks, hints, shown] = counts.split(",").map(Number);
  const sheet = {given: {}, first: {}, tries: {}, marked: [], checks, hints, shown};
  let at = 0;
  for (const {id, kind, right} of fields) {
    const state = STATES.indexOf(signs[at] || "A"), what = Math.floor(state / 24), first = FIRSTS[Math.floor(state / 4) % 3];
    at += 1;
    if (state % 4 > 0) sheet.tries[id] = state % 4;
    if (first !== undefined) sheet.first[id] = first;
    if (Math.floor(state / 12) % 2) sheet.marked.push(id);
    if (what === WHAT_IS_RIGHT) sheet.given[id] = kind.edge || right;
    if (what !== OTHER) continue;
    const end = signs.indexOf("~", at);
    sheet.given[id] = textOf(signs.slice(at, end));
    at = end + 1;
  }
  return sheet;
}

/* Return how a gradebook keeps what is filled into the fields of sheets. */
const keepsFields = fields => ({
  written: ({sheets}, page) => suspended(sheets, fields, page),
  read: (text, page) => ({sheets: resumed(text, fields, page)}),
});

const MANY = [/-{4,}/g, /-{2,}/g], FEW = ["---", "-"];

/* Return how a gradebook keeps what is done in walks. Who is refused often loses nothing more by it, so of many refusals in
a row three are kept, and where that is too much one. */
const keepsWalks = walks => ({
  written: (kept, page) => {
    const all = [page, ...walks.map(({log}) => log)].join("|"), texts = MANY.map((many, place) => all.replace(many, FEW[place]));
    return {text: texts.find(text => text.length <= MOST_KEPT) || page, isAll: texts.some(text => text.length <= MOST_KEPT)};
  },
  read: (text, page) => {
    const [its, ...logs] = text.split("|");
    return its === page && logs.length === walks.length ? {logs} : {};
  },
});

/* Return how much of walks was done without a slip and without being shown, of how much, and whether all is done. */
function walked(walks) {
  const sum = count => walks.reduce((total, walk) => total + count(walk), 0);
  const missed = walk => Object.values(walk.missed).reduce((total, count) => total + count, 0);
  const isOver = walks.every(walk => walk.isOver), done = sum(walk => Number(walk.isOver) + Number(walk.log.length > 0));
  return {right: sum(walk => walk.steps - missed(walk)), asked: sum(walk => walk.steps + leftOf(walk)), isSolved: isOver, done};
}

/* Return how many things are still to be done, at least. */
function leftOf({rows, place}) {
  let count = 0;
  for (; rows[place].due; count += 1) place = rows[place].right[rows[place].due[0]][1];
  return count;
}
