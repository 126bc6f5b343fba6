// Exact answers about chess endings, computed in this process.

import { Answers } from './answers.js';

/** A question that was refused. */
export class Refused extends Error {
  constructor({ status, text }) {
    super(text.trim());
    this.status = status;
  }
}

async function load() {
  const address = new URL('vancura.wasm', import.meta.url);
  if (address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return readFile(address);
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.arrayBuffer();
}

/** Loads the module. */
export async function open({ wasm } = {}) {
  const vancura = new Vancura();
  await vancura.start(await WebAssembly.compile(wasm ?? await load()));
  return vancura;
}

const query = (parameters) => new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined));

export class Vancura {
  #answers;
  #files = [];

  /** Called by `open`. */
  async start(module) {
    const read = (number, at, room) => {
      const part = this.#files[number].subarray(at, at + room.length);
      if (part.length < room.length) return false;
      room.set(part);
      return true;
    };
    this.#answers = await Answers.start(module, { read });
  }

  position(fen, { distances = true } = {}) { return this.#json('api/v1/position', { fen }, distances); }

  line(fen, { goal = 'mate' } = {}) { return this.#json('api/v1/line', { fen, goal }, true); }

  squares(fen, man) { return this.#json('api/v1/squares', { fen, man }, true); }

  standard(fen) { return this.#json('standard', { fen }, true); }

  annotate(pgn) { return JSON.parse(this.ask('api/v1/annotate', pgn)); }

  addFile(name, bytes) {
    const number = this.#files.push(bytes) - 1;
    this.ask(`files?${query({ name, number, bytes: bytes.length })}`, '');
  }

  ask(path, body) {
    if (body === undefined) while (this.#answers.prepare(path));
    const reply = this.#answers.ask(path, body);
    if (reply.status !== 200) throw new Refused(reply);
    return reply.text;
  }

  #json(path, parameters, distances) {
    const whole = `${path}?${query(parameters)}`;
    while (distances && this.#answers.prepare(whole, true));
    return JSON.parse(this.ask(whole));
  }
}
