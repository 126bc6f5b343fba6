// The moves played since a position was set up: a list, with buttons and keys to step through it.

import { fields } from './position.js';

/** "12." before White's move, "12..." before Black's. */
const numberOf = (fen) => `${fields(fen).number}${fields(fen).side === 'w' ? '.' : '...'}`;

/** The position that a saved game shows. */
export const shownBy = ({ start, moves, at }) => (at ? moves[at - 1].fen : start);

export class Game {
  /** `onStep` shows the position after a step. */
  constructor(root, onStep) {
    Object.assign(this, { root, onStep, start: '', moves: [], at: 0 });
    this.list = root.querySelector('ol');
    root.addEventListener('click', (event) => {
      const button = event.target.closest('[data-at], [data-walk]');
      if (button?.dataset.walk) this.walk(button.dataset.walk);
      else if (button) this.step(Number(button.dataset.at));
    });
  }

  /** Begins a game from a position. */
  begin(fen) { this.restore({ start: fen, moves: [], at: 0 }); }

  /** Adds moves played from the position `before`; other moves that followed it are dropped. */
  play(before, played) {
    const here = this.fenAt(this.at) === before ? this.at : [...this.moves.keys()].findLast((at) => this.fenAt(at) === before);
    if (here === undefined) { this.begin(before); this.play(before, played); return; }
    const follows = (move, index) => this.moves[here + index]?.uci === move.uci;
    if (!played.every(follows)) this.moves = [...this.moves.slice(0, here), ...played];
    this.at = here + played.length;
    this.draw();
  }

  fenAt(at) { return at ? this.moves[at - 1].fen : this.start; }

  /** The move that led to the position shown. */
  last() { return this.moves[this.at - 1] ?? null; }

  /** Goes one step or to an end: `first`, `back`, `on`, `last`. */
  walk(way) {
    const to = { first: 0, back: this.at - 1, on: this.at + 1, last: this.moves.length }[way];
    this.step(to);
  }

  /** Arrow keys step through the moves, unless a field or the board uses them. */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest('input, select, textarea, dialog')) return;
    const way = { ArrowLeft: 'back', ArrowRight: 'on' }[event.key];
    if (!way) return;
    event.preventDefault();
    this.walk(way);
  }

  step(to) {
    if (to === this.at || to < 0 || to > this.moves.length) return;
    this.at = to;
    this.draw();
    this.onStep(this.fenAt(to));
  }

  /** The state saved in the browser's history. */
  state() { return { start: this.start, moves: this.moves, at: this.at }; }

  restore({ start, moves, at }) {
    Object.assign(this, { start, moves, at });
    this.draw();
  }

  draw() {
    this.list.replaceChildren(this.item(0, 'Start'), ...this.moves.map((move, index) => {
      const item = this.item(index + 1, move.san), before = this.fenAt(index);
      if (index === 0 || fields(before).side === 'w') {
        const number = document.createElement('span');
        number.className = 'number';
        number.textContent = numberOf(before);
        item.prepend(number);
      }
      return item;
    }));
    for (const button of this.root.querySelectorAll('[data-walk]')) {
      button.disabled = ['first', 'back'].includes(button.dataset.walk) ? this.at === 0 : this.at === this.moves.length;
    }
    this.list.hidden = this.moves.length === 0;
    const current = this.list.querySelector('[aria-current]');
    this.list.scrollTop = Math.max(0, current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2);
  }

  item(at, words) {
    const item = document.createElement('li'), button = document.createElement('button');
    button.type = 'button';
    button.dataset.at = at;
    button.textContent = words;
    if (at === this.at) button.setAttribute('aria-current', 'true');
    item.append(button);
    return item;
  }
}
