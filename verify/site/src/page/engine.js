// Shows the engine's lines as they arrive; only a server has an engine.

import { counted } from './board.js';
import { element, link } from './element.js';

const byId = (id) => document.getElementById(id);
let source = null;

function score(info) {
  const [kind, value] = info.score.split(' ');
  if (kind === 'mate') return `mate in ${Math.abs(value)}${value < 0 ? ' (against)' : ''}`;
  const pawns = value / 100;
  return `${pawns > 0 ? '+' : pawns < 0 ? '−' : ''}${Math.abs(pawns).toFixed(2)}`;
}

function show(info) {
  const list = byId('engine-lines');
  while (list.children.length < info.rank) list.append(document.createElement('li'));
  const item = list.children[info.rank - 1];
  item.replaceChildren(element('b', score(info)), ` depth ${info.depth} · ${info.moves.join(' ')}`);
  if (info.mark) {
    const after = info.mark.ply ? `after ${info.moves[info.mark.ply - 1]}` : 'already here';
    const takeover = element('span', `${info.mark.by === 'table' ? 'Tables' : 'A proved rule'} ${after}: ${info.mark.words} `, { class: 'takeover' });
    takeover.append(element('a', 'show', { href: link(info.mark.fen) }));
    item.append(takeover);
  }
}

function stop(words) {
  if (!byId('analyse')) return;
  source?.close();
  source = null;
  byId('analyse').textContent = 'Analyze';
  if (words) byId('engine-state').textContent = words;
}

function analyse(fen) {
  if (source) { stop('Stopped.'); return; }
  const wanted = new URLSearchParams({ fen, ms: Number(byId('seconds').value || 5) * 1000, multipv: byId('lines-wanted').value || 1 });
  byId('engine-lines').replaceChildren();
  byId('engine-state').textContent = 'The engine is thinking.';
  byId('analyse').textContent = 'Stop';
  source = new EventSource(`api/v1/analyse?${wanted}`);
  source.addEventListener('info', (event) => show(JSON.parse(event.data)));
  source.addEventListener('done', (event) => {
    const done = JSON.parse(event.data);
    stop(done.best ? `Best move ${done.best}: depth ${done.depth}, ${counted(done.nodes, 'position')}.` : 'There is no legal move.');
  });
  source.addEventListener('bye', (event) => stop(`The analysis has ended: ${JSON.parse(event.data)}.`));
  source.onerror = () => stop('The server ended the analysis.');
}

/** Stops the analysis and removes its lines when another position is shown. */
export function leave() {
  stop();
  byId('engine-lines')?.replaceChildren();
}

export function setUpEngine(fen) {
  byId('analyse')?.addEventListener('click', () => analyse(fen()));
}
