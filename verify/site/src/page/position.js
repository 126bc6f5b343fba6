// Edits positions as FEN, without the rules of chess.

import { readMen, writeMen } from './board.js';

const FILES = 'abcdefgh';

/** The fields of a FEN, with defaults for omitted ones. */
export function fields(fen) {
  const [men, side = 'w', castling = '-', passing = '-', counter = '0', number = '1'] = fen.trim().split(/[\s_]+/);
  return { men, side, castling, passing, counter, number };
}

/** A FEN from fields. */
export const text = (f) => [f.men, f.side, f.castling, f.passing, f.counter, f.number].join(' ');

/** The same with other pieces, without castling rights and en passant square. */
const withMen = (f, men) => ({ ...f, men: writeMen(men), castling: '-', passing: '-' });

function mapSquares(fen, turn) {
  const f = fields(fen), men = new Map();
  for (const [square, man] of readMen(f.men)) {
    const to = turn(FILES.indexOf(square[0]), Number(square[1]), man);
    if (!to) return null;
    men.set(FILES[to[0]] + to[1], to[2] ?? man);
  }
  return { f, men };
}

export function mirror(fen) {
  const { f, men } = mapSquares(fen, (file, rank) => [7 - file, rank]);
  return text(withMen(f, men));
}

const other = (man) => (man === man.toUpperCase() ? man.toLowerCase() : man.toUpperCase());

export function swap(fen) {
  const { f, men } = mapSquares(fen, (file, rank, man) => [file, 9 - rank, other(man)]);
  return text({ ...withMen(f, men), side: f.side === 'w' ? 'b' : 'w' });
}

/** Shifts all pieces by files and ranks; `null` if one would leave the board, or a pawn its ranks. */
export function shift(fen, files, ranks) {
  const moved = mapSquares(fen, (file, rank, man) => {
    const to = [file + files, rank + ranks], pawn = man.toLowerCase() === 'p';
    const fits = to[0] >= 0 && to[0] < 8 && to[1] >= (pawn ? 2 : 1) && to[1] <= (pawn ? 7 : 8);
    return fits ? to : null;
  });
  return moved && text(withMen(moved.f, moved.men));
}

export function clear(fen) {
  const f = fields(fen), men = new Map([...readMen(f.men)].filter(([, man]) => man.toLowerCase() === 'k'));
  return text({ ...withMen(f, men), counter: '0' });
}

/** Puts a piece on a square, from another one or from the palette; without a square or piece, removes it. */
export function put(fen, from, to, man) {
  const f = fields(fen), men = readMen(f.men);
  if (from) men.delete(from);
  if (to) {
    if (man) {
      // Each side has one king.
      if (man.toLowerCase() === 'k') for (const [square, there] of men) if (there === man) men.delete(square);
      men.set(to, man);
    } else men.delete(to);
  }
  return text(withMen(f, men));
}
