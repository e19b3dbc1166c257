/**
 * The distinct words of a text as ascending numbers, two UTF-16 units per word. A string is compact, and equal texts have equal
 * keys.
 */
export type Words = string;

const UNIT = 0x1_0000;

export function numbersOf(words: Words): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < words.length; at += 2) numbers.push(words.charCodeAt(at) * UNIT + words.charCodeAt(at + 1));
  return numbers;
}

function toWords(numbers: Iterable<number>): Words {
  const sorted = Uint32Array.from(numbers).sort();
  return Array.from(sorted, (number) => String.fromCharCode(Math.floor(number / UNIT), number % UNIT)).join('');
}

/** Numbers, and names with numbers, distinguish otherwise equal texts, so they count twice. */
const weightOf = (stem: string) => (/\d/.test(stem) ? 2 : 1);

/** Assigns a number to each stem: a hundred thousand texts share a few thousand words. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #stems: string[] = [];
  readonly #weights: number[] = [];

  /** The words of some stems. New stems get a number. */
  read(stems: ReadonlySet<string>): Words {
    return toWords(
      Array.from(stems, (stem) => {
        const known = this.#numbers.get(stem);
        if (known !== undefined) return known;
        this.#numbers.set(stem, this.#stems.length);
        this.#weights.push(weightOf(stem));
        return this.#stems.push(stem) - 1;
      }),
    );
  }

  /** The numbers of a question's stems. Unknown stems are left out and counted. */
  find(stems: ReadonlySet<string>): { numbers: number[]; unknown: number } {
    const numbers = [...stems].flatMap((stem) => this.#numbers.get(stem) ?? []);
    return { numbers, unknown: stems.size - numbers.length };
  }

  /** The stems of the words, in an order independent of their numbers. */
  write(words: Words): string[] {
    return numbersOf(words)
      .map((word) => this.#stems[word] ?? '')
      .sort();
  }

  /** Overlap of two texts from 0 to 1 (weighted Jaccard); 0 when both are empty. */
  overlap(one: readonly number[], other: readonly number[]): number {
    let [shared, all, i, j] = [0, 0, 0, 0];
    while (i < one.length || j < other.length) {
      const [a, b] = [one[i] ?? Number.POSITIVE_INFINITY, other[j] ?? Number.POSITIVE_INFINITY];
      const weight = this.#weights[Math.min(a, b)] ?? 1;
      all += weight;
      if (a === b) shared += weight;
      if (a <= b) i++;
      if (b <= a) j++;
    }
    return all === 0 ? 0 : shared / all;
  }
}
