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
