/** A piece of a brief: the id of a lesson that is in it, or what stands between. */
export interface Piece {
  text: string;
  isLesson: boolean;
}

/** Splits the text at the ids of its lessons. Only known ones: stored text may hold what merely looks like an id. */
export function piecesOf(text: string, lessonIds: readonly string[]): Piece[] {
  const pieces: Piece[] = [];
  let rest = text;
  for (const id of lessonIds) {
    // In the order of the text, so each is searched behind the one before.
    const at = rest.indexOf(id);
    if (at < 0) continue;
    pieces.push({ text: rest.slice(0, at), isLesson: false }, { text: id, isLesson: true });
    rest = rest.slice(at + id.length);
  }
  return [...pieces, { text: rest, isLesson: false }].filter((piece) => piece.text !== '');
}
