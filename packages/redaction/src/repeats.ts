import { type SecretRange, work } from './finding.ts';
import { looksSecret } from './plausible.ts';

/** Minimum length of a value that is searched for where nothing marks it as a secret. */
const SHORTEST = 8;
/** Maximum number of values of one record that are searched for again, and of values with the same beginning. */
const MOST_VALUES = 1000;
const MOST_ALIKE = 8;

/** Sequences that end in a letter but are no part of a word: escaped line ends, URL escapes, terminal colours. */
const NO_WORD = /(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\[[\d;]{0,8}m)$/;
const isWordSign = (sign: string | undefined) => sign !== undefined && /\w/.test(sign);

/** Whether a range is not part of a longer word. */
function standsAlone(text: string, start: number, end: number): boolean {
  if (isWordSign(text[end]) && isWordSign(text[end - 1])) return false;
  if (!isWordSign(text[start]) || !isWordSign(text[start - 1])) return true;
  return NO_WORD.test(text.slice(Math.max(0, start - 12), start));
}

/** The secrets found in one record, so that they are also found where they stand alone. */
export class Repeats {
  readonly #byBeginning = new Map<string, { value: string; kind: string }[]>();
  readonly #values = new Set<string>();
  /** Marks the first units of the values. Made with the first of them: most records have none, and 64 KiB cost more than a look. */
  #firstUnits: Uint8Array | null = null;
  readonly #about: ReadonlySet<string>;

  /** `about` holds what identifies the record. It is never searched for, whatever a text calls it. */
  constructor(about: ReadonlySet<string>) {
    this.#about = about;
  }

  /** Remembers a secret, unless it may also be a word or a name: `app` is a password in one place and a word in others. */
  add(value: string, kind: string): void {
    if (this.#values.size >= MOST_VALUES || this.#values.has(value) || this.#about.has(value)) return;
    if (!looksSecret(value, SHORTEST)) return;
    this.#values.add(value);
    const beginning = value.slice(0, SHORTEST);
    const alike = this.#byBeginning.get(beginning) ?? [];
    if (alike.length === MOST_ALIKE) return;
    alike.push({ value, kind });
    this.#byBeginning.set(
      beginning,
      alike.sort((a, b) => b.value.length - a.value.length),
    );
    this.#firstUnits ??= new Uint8Array(65_536);
    this.#firstUnits[value.charCodeAt(0)] = 1;
  }

  /** Where any remembered secret stands in a text. One pass, however many there are. */
  find(text: string): SecretRange[] {
    const found: SecretRange[] = [];
    const firstUnits = this.#firstUnits;
    if (firstUnits === null) return found;
    for (let at = 0; at <= text.length - SHORTEST; at++) {
      if (firstUnits[text.charCodeAt(at)] !== 1) continue;
      work.examined++;
      const alike = this.#byBeginning.get(text.slice(at, at + SHORTEST));
      const same = alike?.find(({ value }) => text.startsWith(value, at) && standsAlone(text, at, at + value.length));
      if (!same) continue;
      found.push({ kind: same.kind, start: at, end: at + same.value.length });
      at += same.value.length - 1;
    }
    return found;
  }
}
