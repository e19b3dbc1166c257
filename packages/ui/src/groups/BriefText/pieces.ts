/** A piece of a brief: the id of a lesson or session, or the text between two ids. */
export interface Piece {
  text: string;
  of: 'lesson' | 'session' | 'text';
}

/** A lesson or session whose id is in the text, in the order of the text. */
export interface Named {
  id: string;
  of: 'lesson' | 'session';
}

const LESSON_ID = /(refl_[0-9A-Z]{26})/;

/** Splits words of ours, which hold no stored text, at the ids of lessons in them. */
export function wordPieces(text: string): Piece[] {
  // Every second part is what the expression captures.
  const parts = text.split(LESSON_ID).map((part, at): Piece => ({ text: part, of: at % 2 === 1 ? 'lesson' : 'text' }));
  return parts.filter((piece) => piece.text !== '');
}

/**
 * Splits the text at the ids it names. Only ids from `named` count, because stored text may contain something that merely looks
 * like an id.
 */
export function piecesOf(text: string, named: readonly Named[]): Piece[] {
  const pieces: Piece[] = [];
  const isNamed = new Set(named.map(({ id }) => id));
  let rest = text;
  for (const { id, of } of named) {
    // The ids come in the order of the text, so each is searched for behind the one before.
    const at = rest.indexOf(id);
    if (at < 0) continue;
    pieces.push({ text: rest.slice(0, at), of: 'text' }, { text: id, of });
    rest = rest.slice(at + id.length);
  }
  // What follows the last one may name lessons again.
  const after = wordPieces(rest).map((piece) => (isNamed.has(piece.text) ? piece : { ...piece, of: 'text' as const }));
  return [...pieces, ...after].filter((piece) => piece.text !== '');
}
