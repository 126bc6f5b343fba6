// Selects a legal move: by its text, or by its promotion piece.

import { nameOf } from './board.js';

const plain = (text) => text.trim().replace(/[+#!?=]/g, '').replaceAll('0', 'O');

/** The move given in algebraic notation or coordinates, ignoring check signs and annotation marks. */
export function named(moves, text) {
  const typed = plain(text);
  return moves.find((move) => plain(move.san) === typed) ?? moves.find((move) => move.uci === text.trim().toLowerCase());
}

/** Calls `play` with the move; if there are several, which are promotions, a dialog asks for the piece first. */
export function choose(moves, play) {
  if (moves.length === 1) { play(moves[0]); return; }
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', 'Promote to');
  for (const piece of 'qrbn') {
    const move = moves.find((one) => one.uci.endsWith(piece));
    if (!move) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `${move.san}`;
    button.setAttribute('aria-label', `Promote to ${nameOf(piece).split(' ')[1]}`);
    button.addEventListener('click', () => { dialog.close(); play(move); });
    dialog.append(button);
  }
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
