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

/**
 * Splits the text at the ids it names. Only ids from `named` count, because stored text may contain something that merely looks
 * like an id.
 */
export function piecesOf(text: string, named: readonly Named[]): Piece[] {
  const pieces: Piece[] = [];
  let rest = text;
  for (const { id, of } of named) {
    // The ids come in the order of the text, so each is searched for behind the one before.
    const at = rest.indexOf(id);
    if (at < 0) continue;
    pieces.push({ text: rest.slice(0, at), of: 'text' }, { text: id, of });
    rest = rest.slice(at + id.length);
  }
  return [...pieces, { text: rest, of: 'text' as const }].filter((piece) => piece.text !== '');
}
