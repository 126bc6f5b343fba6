// Answers the page in the background, one question at a time, and solves endings in between.

import { Answers } from './answers.js';

/** The time for which a question waits for endings that its answer needs, in milliseconds; those that would take longer are solved afterwards. */
const PATIENCE = 150;
/** Questions that need a whole ending: statistics, lists, and practice, which needs distances for the longest resistance. */
const WHOLE = /^(part\/(ending|examples)|api\/v1\/(endings\/|practice\/(task|judge|hint)))/;
/** The time without questions after which endings are solved, in milliseconds. */
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

/** Starts with an empty memory; files that were accepted are added again. */
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
  // A question about a whole ending waits for it.
  answers.wait(path, WHOLE.test(path) ? Infinity : PATIENCE);
  return answers.ask(path, body);
}

async function answer({ data }) {
  handbook = data.handbook ?? handbook;
  try {
    await (starting ??= start());
    if (data.path || data.file) postMessage({ id: data.id, ...reply(data) });
  } catch (error) {
    // A module that has stopped cannot continue: the next question starts a new one.
    const isLost = answers !== null;
    answers = starting = null;
    const text = isLost ? `The page failed to answer this question: ${error.message}` : `The page cannot compute answers: ${error.message}`;
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
  // The end is reported once.
  if (done || told) postMessage({ done });
  told = done;
  if (done) timer = setTimeout(work, 0);
}

addEventListener('message', answer);
