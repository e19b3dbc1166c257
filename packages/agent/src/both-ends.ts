/**
 * A text of at most about `most` UTF-16 units: beginning and end of a longer one, with how much is left out between them. Causes stand
 * at the beginning of outputs, and what came of it at their end.
 */
export function bothEnds(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = Math.floor(most / 2);
  const end = text.length - half;
  const leftOut = `… ${end - half} characters left out …`;
  return `${text.slice(0, half).toWellFormed()}\n${leftOut}\n${text.slice(end).toWellFormed()}`;
}
