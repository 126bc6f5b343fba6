// Calls the module: a question is written to its memory, the reply is read from it.

const texts = { in: new TextEncoder(), out: new TextDecoder() };

export class Answers {
  /** The time that an ending may take, from those solved so far, in milliseconds. */
  slowest = 0;

  /**
   * Starts the module with an empty memory.
   *
   * @param module the compiled module
   * @param read fills a part of the module's memory from an added file: `(number, at, room) => boolean`
   * @param handbook names of the handbook's pages, separated by spaces
   */
  static async start(module, { read = () => false, handbook = '', tell = console.error } = {}) {
    const answers = new Answers();
    const host = {
      read: (file, at, room, bytes) => (read(file, at, new Uint8Array(answers.memory, room >>> 0, bytes)) ? 1 : 0),
      tell: (text, bytes) => tell(answers.text(text, bytes)),
    };
    answers.exports = (await WebAssembly.instantiate(module, { host })).exports;
    answers.put(texts.in.encode(handbook));
    answers.exports.start();
    return answers;
  }

  /** Its memory; a new buffer after it has grown. */
  get memory() { return this.exports.memory.buffer; }

  text(at, bytes) { return texts.out.decode(new Uint8Array(this.memory, at >>> 0, bytes)); }

  put(...parts) {
    const bytes = parts.reduce((sum, part) => sum + part.length, 0);
    let at = this.exports.room(bytes) >>> 0;
    for (const part of parts) {
      new Uint8Array(this.memory, at, part.length).set(part);
      at += part.length;
    }
  }

  /** Solves one ending that the answer to a question needs, for its `distances` or only for its result; false if none is left. */
  prepare(path, distances = false) {
    const head = texts.in.encode(path);
    this.put(head);
    return this.exports.prepare(head.length, distances ? 1 : 0) !== 0;
  }

  /** Solves endings that the answer to a question needs, for `patience` milliseconds at most; those that would take longer, by what others took, are left. */
  wait(path, patience) {
    const begun = performance.now();
    while (performance.now() - begun + this.slowest < patience && this.timed(() => this.prepare(path)));
  }

  /** Runs a step that solves an ending, and returns what it returns: false or 0 if there was nothing to solve. */
  timed(step) {
    const begun = performance.now(), done = step();
    if (done) this.slowest = Math.max(0.9 * this.slowest, performance.now() - begun);
    return done;
  }

  /** The reply to a path with its query, `{ status, kind, text }`; with a `body`, it is sent as POST. */
  ask(path, body) {
    const head = texts.in.encode(path);
    this.put(head, ...(body === undefined ? [] : [texts.in.encode(body)]));
    const status = this.exports.ask(head.length, body === undefined ? 0 : 1);
    const { text, text_bytes, kind, kind_bytes } = this.exports;
    return { status, kind: this.text(kind(), kind_bytes()), text: this.text(text(), text_bytes()) };
  }

  /** Solves one missing ending: 0 if none is left, 2 if the last position now has a better answer, otherwise 1. */
  work() { return this.timed(() => this.exports.work()); }
}
