import { type SecretRange, work } from './finding.ts';
import { looksSecret } from './plausible.ts';

/** Shortest value that is looked for where nothing says that it is a secret. */
const SHORTEST = 8;
/** Most values of one record that are looked for again, and most of them with the same beginning. */
const MOST_VALUES = 1000;
const MOST_ALIKE = 8;

/** What is no part of a word although a letter ends it: escaped line ends, signs in addresses, colours of a terminal. */
const NO_WORD = /(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\[[\d;]{0,8}m)$/;
const isWordSign = (sign: string | undefined) => sign !== undefined && /\w/.test(sign);

/** Whether a stretch is no part of a longer word. */
function standsAlone(text: string, start: number, end: number): boolean {
  if (isWordSign(text[end]) && isWordSign(text[end - 1])) return false;
  if (!isWordSign(text[start]) || !isWordSign(text[start - 1])) return true;
  return NO_WORD.test(text.slice(Math.max(0, start - 12), start));
}

/** The secrets found in one record, to find them again where they stand alone. */
export class Repeats {
  readonly #byBeginning = new Map<string, { value: string; kind: string }[]>();
  readonly #values = new Set<string>();
  readonly #firstUnits = new Uint8Array(65_536);
  readonly #about: ReadonlySet<string>;

  /** `about` is what the record is about: it is looked for nowhere, whatever a text calls it. */
  constructor(about: ReadonlySet<string>) {
    this.#about = about;
  }

  /** Remembers a secret, unless it could as well be a word or a name: `app` is a password somewhere and a word elsewhere. */
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
    this.#firstUnits[value.charCodeAt(0)] = 1;
  }

  /** Where any of them stands in a text. One pass, however many there are. */
  find(text: string): SecretRange[] {
    const found: SecretRange[] = [];
    if (this.#values.size === 0) return found;
    for (let at = 0; at <= text.length - SHORTEST; at++) {
      if (this.#firstUnits[text.charCodeAt(at)] !== 1) continue;
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
