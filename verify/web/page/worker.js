// Answers the page in the background: one question at a time, and between questions endings are solved.

import { Answers } from './answers.js';

/** So long a question waits for endings that its answer rests on, in milliseconds; what is missing then is solved afterwards. */
const PATIENCE = 250;
/** What is counted or listed from a whole ending, and practice, in which the other side resists longest. */
const WHOLE = /^(part\/(ending|examples)|api\/v1\/(endings\/|practice\/(task|judge|hint)))/;
/** So long nobody must have asked before endings are solved. */
const REST = 40;

const files = [];
const reader = new FileReaderSync();
let answers = null, starting = null, handbook = '', timer = 0, told = 0;

function read(number, at, room) {
  try {
    room.set(new Uint8Array(reader.readAsArrayBuffer(files[number].slice(at, at + room.length))));
    return true;
  } catch {
    return false;
  }
}

const loaded = (async () => {
  const response = await fetch(new URL('vancura.wasm', import.meta.url));
  if (!response.ok) throw new Error(`vancura.wasm: ${response.status} ${response.statusText}`);
  return WebAssembly.compile(await response.arrayBuffer());
})();

/** Starts with an empty memory; files that were sound are added again. */
async function start() {
  answers = await Answers.start(await loaded, { read, handbook });
  files.forEach((file, number) => { if (file.isSound) add(number); });
}

function add(number) {
  const file = files[number];
  return answers.ask(`files?${new URLSearchParams({ name: file.name, number, bytes: file.size })}`, '');
}

function reply({ path, body, file }) {
  if (file) {
    const number = files.push(file) - 1, taken = add(number);
    file.isSound = taken.status === 200;
    return taken;
  }
  // Who asks for a whole ending waits for it.
  const patience = WHOLE.test(path) ? Infinity : PATIENCE, begun = performance.now();
  while (performance.now() - begun < patience && answers.prepare(path));
  return answers.ask(path, body);
}

async function answer({ data }) {
  handbook = data.handbook ?? handbook;
  try {
    await (starting ??= start());
    if (data.path || data.file) postMessage({ id: data.id, ...reply(data) });
  } catch (error) {
    // A module that has stopped does not go on: the next question has a new one.
    const isLost = answers !== null;
    answers = starting = null;
    const text = isLost ? `This question is more than the page can answer: ${error.message}` : `The answers cannot be loaded: ${error.message}`;
    postMessage({ id: data.id, status: 500, kind: 'text/plain', text });
    return;
  }
  clearTimeout(timer);
  timer = setTimeout(work, REST);
}

function work() {
  let done = 0;
  try {
    done = answers.work();
  } catch (error) {
    console.error(error);
    answers = starting = null;
    return;
  }
  // The end is told once.
  if (done || told) postMessage({ done });
  told = done;
  if (done) timer = setTimeout(work, 0);
}

addEventListener('message', answer);
