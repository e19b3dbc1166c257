import { basename } from 'node:path/posix';
import { shorten } from '@twicewise/contract';
import type { Edit } from './steps.ts';

/** The first sentences of a text, on one line, at most `max` UTF-16 units. */
export function firstWords(text: string, max: number): string {
  const flat = text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (flat.length <= max) return flat;
  const sentence = /^.*[.!?](?=\s)/.exec(flat.slice(0, max))?.[0];
  return sentence !== undefined && sentence.length > max / 3 ? sentence : `${shorten(flat, max - 1)}…`;
}

/** A sentence in which an agent only says that it goes on. */
const GOING_ON =
  /^(?:now\b|let me\b|let's\b|i'll (?:now|run|verify|check)\b|excellent|great|perfect|good\b|done\b|ok\b|here's\b|i've successfully\b|i have successfully\b|summary\b|two fixes\b|all (?:\d+ )?tests pass|(?:lint(?:ing)?|tests?|build) (?:now )?(?:pass|succeed))/i;

/** The sentences of an agent that say something, without those in which it only goes on. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !GOING_ON.test(sentence));
}

/** What an agent said that says something, at most `max` UTF-16 units; '' when it only goes on. */
export function meaning(text: string, max: number): string {
  return firstWords(sentencesOf(text).join(' '), max);
}

const trimmed = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[)\]}>;,]+$/.test(line));

/** Name of a file with the folder it is in: enough to find it, without the place on somebody's disk. */
export function shortPath(path: string): string {
  return path.split(/[\\/]/).slice(-2).join('/');
}

/** A line that says little of what an edit is about. */
const ASIDE = /^(?:\/\/|#|\/?\*|--|import\b|from\b|use\b|require\b|"[^"]*",?$)/;

/** Whether a description of an edit quotes a comment as what came. */
export function isAside(description: string): boolean {
  const quoted = description.split('`').at(-2) ?? '';
  return ASIDE.test(quoted);
}

/** Names in a text, in lower case and without a plural's end: what two texts about the same thing have in common. */
export function namesIn(text: string): Set<string> {
  const words = text.toLowerCase().match(/[a-z_][a-z0-9_]{3,60}/g) ?? [];
  return new Set(words.map((word) => word.replace(/s$/, '')));
}

/** How many of the names stand in a text. */
export function sharedNames(text: string, names: ReadonlySet<string>): number {
  let count = 0;
  for (const name of namesIn(text)) if (names.has(name)) count++;
  return count;
}

/** The line that tells most: it shares names with what this is about; else it is no comment and no import; else the first. */
function telling(lines: readonly string[], about: ReadonlySet<string>): string[] {
  const weight = (line: string) => 2 * sharedNames(line, about) + (ASIDE.test(line) ? 0 : 1);
  const [best] = lines.toSorted((a, b) => weight(b) - weight(a));
  return best === undefined ? [] : [best];
}

/** The heart of an edit: a line that went and one that came, those that have to do with the names in `about`. */
export function describeEdit({ path, before, after }: Edit, about: ReadonlySet<string> = new Set()): string {
  const [old, fresh] = [trimmed(before), trimmed(after)];
  const [were, are] = [new Set(old), new Set(fresh)];
  const gone = telling(
    old.filter((line) => !are.has(line)),
    about,
  );
  const come = telling(
    fresh.filter((line) => !were.has(line)),
    about,
  );
  const quote = (lines: readonly string[]) => lines.map((line) => `\`${firstWords(line, 120)}\``).join(', ');
  if (come.length === 0)
    return gone.length === 0 ? `${shortPath(path)}: rearranged` : `${shortPath(path)}: removed ${quote(gone)}`;
  if (before === '') return `${shortPath(path)}: wrote ${basename(path)}`;
  return gone.length === 0
    ? `${shortPath(path)}: added ${quote(come)}`
    : `${shortPath(path)}: ${quote(gone)} → ${quote(come)}`;
}
