import { contextRules } from './context-rules.ts';
import { MARKER_START, marker, type SecretRange, type SecretRule } from './finding.ts';
import { mayHoldSecret } from './gate.ts';
import { findByLibrary } from './library.ts';
import { emails, HOME_PATH, homePaths, isPersonal } from './personal.ts';
import { Repeats } from './repeats.ts';
import { tokenRules } from './token-rules.ts';
import { seen } from './unseen.ts';
import { vendorContext } from './vendor-context.ts';
import { vendorTokens } from './vendor-tokens.ts';

/** What to replace beyond secrets. */
export interface RedactorOptions {
  /**
   * Replaces home folders by `~`. For imports, which contain many files of a person's machine. In what an agent writes about its
   * own project a path is content, and changing it would make the lesson wrong.
   */
  homePaths?: boolean;
  /** Replaces mail addresses. For imports, as above. */
  emails?: boolean;
}

/** A text without its secrets, and the kinds of secrets that were removed. */
export interface RedactedText {
  text: string;
  kinds: string[];
}

/** A replacement may join the neighbours of two tokens. More rounds than this changed nothing in any test. */
const MAX_ROUNDS = 6;

const secretRules = [...tokenRules, ...vendorTokens, ...contextRules, ...vendorContext];

function findByRules(text: string, rules: readonly SecretRule[]): SecretRange[] {
  const found: SecretRange[] = [];
  for (const rule of rules) {
    if (!rule.marks.some((mark) => text.includes(mark))) continue;
    // One by one: there may be more than a call takes arguments.
    for (const range of rule.find(text)) {
      if (!text.slice(range.start, range.end).includes(MARKER_START)) found.push(range);
    }
  }
  return found;
}

/** Merges ranges that overlap; the kind of the first rule in the list wins, and lists begin with the most specific. */
function merged(ranges: SecretRange[]): SecretRange[] {
  const ordered = ranges.map((range, rank) => ({ ...range, rank })).sort((a, b) => a.start - b.start);
  const result: (SecretRange & { rank: number })[] = [];
  for (const range of ordered) {
    const previous = result.at(-1);
    if (!previous || range.start >= previous.end) {
      result.push(range);
      continue;
    }
    previous.end = Math.max(previous.end, range.end);
    if (!range.mayBeName) previous.mayBeName = false;
    if (range.rank < previous.rank) Object.assign(previous, { kind: range.kind, rank: range.rank });
  }
  return result;
}

/** Puts a marker in place of each range. */
export function replaceRanges(text: string, ranges: readonly SecretRange[]): string {
  let result = '';
  let last = 0;
  for (const { kind, start, end } of ranges) {
    result += text.slice(last, start) + (kind === HOME_PATH ? '~' : marker(kind));
    last = end;
  }
  return result + text.slice(last);
}

/** Removes secrets from the texts of one record. A secret found once is also found where it stands alone. */
export class Looks {
  readonly repeats: Repeats;
  readonly #personal: readonly SecretRule[];
  readonly #all: readonly SecretRule[];

  constructor(options: RedactorOptions, about: ReadonlySet<string> = new Set()) {
    this.repeats = new Repeats(about);
    this.#personal = [...(options.homePaths ? [homePaths] : []), ...(options.emails ? [emails] : [])];
    this.#all = [...secretRules, ...this.#personal];
  }

  /** Removes the secrets that the rules find. */
  first(text: string): RedactedText {
    const kinds: string[] = [];
    let current = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const visible = seen(current);
      const ranges = this.#find(visible.text);
      if (ranges.length === 0) break;
      for (const { kind, start, end, mayBeName } of ranges) {
        kinds.push(kind);
        if (!isPersonal(kind) && !mayBeName) this.repeats.add(visible.text.slice(start, end), kind);
      }
      current = replaceRanges(current, ranges.map(visible.inFull));
    }
    return { text: current, kinds };
  }

  #find(text: string): SecretRange[] {
    const possible = mayHoldSecret(text);
    const own = findByRules(text, possible ? this.#all : this.#personal);
    // Our rules run first, because they replace only the secret, while the library also replaces the text around it.
    return merged(own.length > 0 || !possible ? own : findByLibrary(text));
  }

  /** Removes the secrets that the first pass found in other texts. */
  second(text: string): RedactedText {
    const visible = seen(text);
    const ranges = this.repeats.find(visible.text);
    if (ranges.length === 0) return { text, kinds: [] };
    return { text: replaceRanges(text, ranges.map(visible.inFull)), kinds: ranges.map(({ kind }) => kind) };
  }
}
