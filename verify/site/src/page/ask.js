// Sends questions to the server of the page, or to a worker if the page is a static folder.

const { worker: script, handbook = '' } = document.body.dataset;
const worker = script ? new Worker(script, { type: 'module' }) : null;
const waiting = new Map();
const listeners = [];
let number = 0;

/** True if a worker answers. */
export const isAlone = worker !== null;

/** The message when no answers are possible any more. */
const GONE = isAlone ? 'The page cannot compute answers: this browser does not support WebAssembly, or a file is missing.' : 'The server no longer answers.';

function post(message) {
  return new Promise((resolve) => {
    waiting.set(++number, resolve);
    worker.postMessage({ id: number, ...message });
  });
}

const asReply = ({ status, kind, text }) => ({ ok: status === 200, status, kind, text });

/** The reply to a path, `{ ok, status, kind, text }`; with a `body`, it is sent as POST. */
export async function ask(path, body) {
  if (isAlone) return asReply(await post({ path, body }));
  try {
    const response = await fetch(path, body === undefined ? {} : { method: 'POST', body });
    return asReply({ status: response.status, kind: response.headers.get('content-type') ?? '', text: await response.text() });
  } catch {
    return asReply({ status: 0, kind: 'text/plain', text: GONE });
  }
}

/** Adds a table file; only if a worker answers. */
export const addFile = async (file) => asReply(await post({ file }));

/** A query string. */
export const query = (parameters) => `?${new URLSearchParams(parameters)}`;

/** Registers a callback for progress of the worker: whether the position shown may be better known, and whether work remains. A server is polled instead. */
export function onProgress(call) { listeners.push(call); }

/** Saves an answer as a file. */
export async function save(path) {
  const reply = await ask(path);
  if (!reply.ok) return reply;
  const link = document.createElement('a'), name = path.split('?')[0].split('/');
  link.href = URL.createObjectURL(new Blob([reply.text], { type: reply.kind }));
  link.download = name.at(-1).includes('.') ? name.slice(-2).join('-').replace('v1-', '') : `${name.slice(-2).join('-')}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  return reply;
}

/** Stores the page on this device; calls `tell` when it can be opened offline. */
export async function keep(tell) {
  if (!isAlone || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('service.js');
    await navigator.serviceWorker.ready;
    tell();
  } catch {
    // Without a secure connection, or in a private window, the page works only while it is open.
  }
}

if (isAlone) {
  worker.addEventListener('message', ({ data }) => {
    if (data.id === undefined) { for (const call of listeners) call(data.done === 2, data.done !== 0); return; }
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  });
  const gone = () => {
    for (const resolve of waiting.values()) resolve({ status: 0, kind: 'text/plain', text: GONE });
    waiting.clear();
  };
  worker.addEventListener('error', gone);
  worker.postMessage({ handbook });
}
