/** A piece of a brief: the id of a lesson or of a session that is in it, or what stands between. */
export interface Piece {
  text: string;
  of: 'lesson' | 'session' | 'text';
}

/** What the text names, in its order. */
export interface Named {
  id: string;
  of: 'lesson' | 'session';
}

/** Splits the text at the ids of what it names. Only known ones: stored text may hold what merely looks like an id. */
export function piecesOf(text: string, named: readonly Named[]): Piece[] {
  const pieces: Piece[] = [];
  let rest = text;
  for (const { id, of } of named) {
    // In the order of the text, so each is searched behind the one before.
    const at = rest.indexOf(id);
    if (at < 0) continue;
    pieces.push({ text: rest.slice(0, at), of: 'text' }, { text: id, of });
    rest = rest.slice(at + id.length);
  }
  return [...pieces, { text: rest, of: 'text' as const }].filter((piece) => piece.text !== '');
}
