import { shorten } from '@twicewise/contract';
import type { Clean } from '@twicewise/redaction';
import { type Hunk, hunksOf } from './hunks.ts';
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

/** Sentences in which an agent only announces its next step. */
const GOING_ON =
  /^(?:now\b|let me\b|let's\b|i'll (?:now|run|verify|check)\b|excellent|great|perfect|good\b|done\b|ok\b|here's\b|i've successfully\b|i have successfully\b|summary\b|two fixes\b|all (?:\d+ )?tests pass|(?:lint(?:ing)?|tests?|build) (?:now )?(?:pass|succeed))/i;

/** The sentences of an agent that contain information, without such announcements. */
export function proseSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '' && !GOING_ON.test(sentence));
}

/** The informative sentences of an agent, at most `max` UTF-16 units; '' when there are none. */
export function meaning(text: string, max: number): string {
  return firstWords(proseSentences(text).join(' '), max);
}

const trimmed = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^[)\]}>;,]+$/.test(line));

/** A file name with its folder: enough to find it, without the full path on somebody's disk. */
export function shortPath(path: string): string {
  return path.split(/[\\/]/).slice(-2).join('/');
}

/** A line that says little about the content of an edit. */
const ASIDE = /^(?:\/\/|#|\/?\*|--|import\b|from\b|use\b|require\b|"[^"]*",?$)/;

/** True when a description of an edit quotes a comment as the added text. */
export function isAside(description: string): boolean {
  const quoted = description.split('`').at(-2) ?? '';
  return ASIDE.test(quoted);
}

/** Names and their parts, as in `EnsureGitignore`; any word in non-Latin scripts. */
const NAME = /[A-Za-z_][A-Za-z0-9_]{3,60}|[^\p{ASCII}\P{L}]{2,60}/gu;
const PART = /[A-Z]?[a-z0-9]{3,60}/g;

/** Names in a text, in lower case and in the singular, to find what two texts have in common. */
export function namesIn(text: string): Set<string> {
  const words = (text.match(NAME) ?? []).flatMap((name) => [name, ...(name.match(PART) ?? []).filter(isLong)]);
  return new Set(words.map((word) => word.toLowerCase().replace(/s$/, '')));
}

const isLong = (part: string) => part.length > 3;

/** Number of the names that occur in the text. */
export function sharedNames(text: string, names: ReadonlySet<string>): number {
  let count = 0;
  for (const name of namesIn(text)) if (names.has(name)) count++;
  return count;
}

/** Maximum number of lines quoted from each side of a change. */
const QUOTED = 2;

function weightOf(line: string, about: ReadonlySet<string>): number {
  return 2 * sharedNames(line, about) + (ASIDE.test(line) ? 0 : 1);
}

/** The most informative lines, in their order: lines that share names with `about`, or are no comment or import. */
function telling(lines: readonly string[], about: ReadonlySet<string>): string[] {
  const byWeight = lines.toSorted((a, b) => weightOf(b, about) - weightOf(a, about));
  const [best] = byWeight;
  if (best === undefined) return [];
  const isWorth = (line: string) => line === best || lines.length <= QUOTED || sharedNames(line, about) > 0;
  const chosen = byWeight.slice(0, QUOTED).filter((line) => isWorth(line) && weightOf(line, about) > 0);
  // A comment says why but not what, so the first line of code goes with it.
  const code = chosen.every((line) => ASIDE.test(line)) ? byWeight.find((line) => !ASIDE.test(line)) : undefined;
  const quoted = new Set([best, ...chosen.slice(0, code === undefined ? QUOTED : QUOTED - 1), ...(code ? [code] : [])]);
  return [...new Set(lines.filter((line) => quoted.has(line)))];
}

/** The place of an edit that has most to do with the names. Its removed and added lines belong together. */
function foremost(hunks: readonly Hunk[], about: ReadonlySet<string>): Hunk | undefined {
  const weight = ({ gone, come }: Hunk) => {
    const lines = [...gone, ...come];
    const isCode = lines.some((line) => !ASIDE.test(line));
    const isReplaced = gone.length > 0 && come.length > 0;
    return 4 * sharedNames(lines.join(' '), about) + (isCode ? 2 : 0) + (isReplaced ? 1 : 0);
  };
  return hunks.toSorted((a, b) => weight(b) - weight(a))[0];
}

/** An edit without secrets. They are removed before anything is cut, because half a secret would not be found. */
export function cleanEdit({ path, before, after }: Edit, clean: Clean): Edit {
  return { path: clean(path), before: clean(before), after: clean(after) };
}

/** The essence of an edit: removed and added lines at the place that has most to do with the names in `about`. */
export function describeEdit({ path, before, after }: Edit, about: ReadonlySet<string> = new Set()): string {
  const hunks = hunksOf(trimmed(before), trimmed(after));
  const hunk = foremost(hunks, about);
  if (!hunk) return `${shortPath(path)}: rearranged`;
  const [gone, come] = [telling(hunk.gone, about), telling(hunk.come, about)];
  const quote = (lines: readonly string[]) => lines.map((line) => `\`${firstWords(line, 120)}\``).join(', ');
  if (before === '') {
    // Of a whole new file, only the lines that have to do with `about` are used.
    const named = come.filter((line) => sharedNames(line, about) > 0);
    return `${shortPath(path)}: ${named.length === 0 ? 'written anew' : `written with ${quote(named)}`}`;
  }
  if (come.length === 0) {
    const isMoved = gone.every((line) => hunks.some((other) => other.come.includes(line)));
    return `${shortPath(path)}: ${isMoved ? 'moved' : 'removed'} ${quote(gone)}`;
  }
  return gone.length === 0
    ? `${shortPath(path)}: added ${quote(come)}`
    : `${shortPath(path)}: ${quote(gone)} → ${quote(come)}`;
}
