// Whom the page asks: the server that it comes from, or, where it comes from a folder without one, a worker of its own. Everything else is the same.

const { worker: script, handbook = '' } = document.body.dataset;
const worker = script ? new Worker(script, { type: 'module' }) : null;
const waiting = new Map();
const listeners = [];
let number = 0;

/** True where a worker answers. */
export const isAlone = worker !== null;

/** Why nothing can be answered any more. */
const GONE = isAlone ? 'The answers cannot be loaded: this browser has no WebAssembly, or a file of the folder is missing.' : 'The server does not answer any more.';

function post(message) {
  return new Promise((resolve) => {
    waiting.set(++number, resolve);
    worker.postMessage({ id: number, ...message });
  });
}

const asReply = ({ status, kind, text }) => ({ ok: status === 200, status, kind, text });

/** The reply to a path of this page, `{ ok, status, kind, text }`; with a `body`, to what is sent. */
export async function ask(path, body) {
  if (isAlone) return asReply(await post({ path, body }));
  try {
    const response = await fetch(path, body === undefined ? {} : { method: 'POST', body });
    return asReply({ status: response.status, kind: response.headers.get('content-type') ?? '', text: await response.text() });
  } catch {
    return asReply({ status: 0, kind: 'text/plain', text: GONE });
  }
}

/** Brings in a table file, where a worker answers. */
export const addFile = async (file) => asReply(await post({ file }));

/** A query with a position and more. */
export const query = (parameters) => `?${new URLSearchParams(parameters)}`;

/** Calls back when something has been solved, `true` when it makes the position shown known better; a server is asked now and then. */
export function onProgress(call) { listeners.push(call); }

/** Answers that are files are saved: a server sends them as such. */
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

/** Keeps the page on this device; tells when it can be opened without a network. */
export async function keep(tell) {
  if (!isAlone || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('service.js');
    await navigator.serviceWorker.ready;
    tell();
  } catch {
    // Without a secure connection, or in a private window, the page works as long as it is open.
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
