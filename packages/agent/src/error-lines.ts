import type { CheckError } from './evaluators/evaluation.ts';

/** Most errors in a prompt, and the longest of one, in UTF-16 units. */
const MAX_ERRORS = 20;
const MAX_LENGTH = 1000;

/** Errors for a prompt, one in a line: the first ones, and how many more there were. */
export function errorLines(errors: readonly CheckError[]): string[] {
  const lines = errors.slice(0, MAX_ERRORS).map(({ message, file, line }) => {
    const place = file ? ` (${file}${line == null ? '' : `:${line}`})` : '';
    return `- ${message.slice(0, MAX_LENGTH)}${place}`;
  });
  const more = errors.length - lines.length;
  return more > 0 ? [...lines, `- and ${more} more`] : lines;
}
