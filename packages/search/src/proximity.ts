import type { QueryPlan } from './query-plan.ts';
import { PROXIMITY_WINDOW, proximityScore } from './scoring.ts';
import { SECTION_BREAK } from './vocabulary.ts';

/** Maximum number of words of a lesson that are read; a longer lesson is scored by its beginning. */
export const MAX_PROXIMITY_WORDS = 4096;

/** The best occurrence of two of the query's words near each other. */
export interface NearPair {
  /** Positions in the words of the plan. */
  words: readonly [number, number];
  distance: number;
  score: number;
}

interface Partner {
  pair: number;
  word: number;
}

/** A word of the query that a term may match, and the rarity of that term for it. */
interface Role {
  word: number;
  rarity: number;
}

/** Finds words that follow each other in the query and are near each other in a lesson. Created once per query. */
export class ProximityScorer {
  readonly #plan: QueryPlan;
  readonly #roles = new Map<number, Role[]>();
  readonly #partners: Partner[][];
  readonly #termOfForm: (form: number) => number;
  /** Position at which each word of the query last occurred, and the rarity of the term that matched there. */
  readonly #position: Float64Array;
  readonly #rarity: Float64Array;
  /** Number of words of lessons read so far. */
  tokensRead = 0;

  constructor(plan: QueryPlan, termOfForm: (form: number) => number) {
    this.#plan = plan;
    this.#termOfForm = termOfForm;
    this.#partners = plan.words.map(() => []);
    this.#position = new Float64Array(plan.words.length);
    this.#rarity = new Float64Array(plan.words.length);
    plan.pairs.forEach(([a, b], pair) => {
      (this.#partners[a] as Partner[]).push({ pair, word: b });
      (this.#partners[b] as Partner[]).push({ pair, word: a });
    });
    plan.words.forEach(({ terms }, word) => {
      for (const { term, rarity } of terms) this.#roles.set(term, [...(this.#roles.get(term) ?? []), { word, rarity }]);
    });
  }

  /** The best occurrence of each pair within the window, in a lesson given as its forms in order. */
  pairsIn(forms: Uint32Array): NearPair[] {
    if (this.#plan.pairs.length === 0) return [];
    const found = new Map<number, NearPair>();
    this.#position.fill(Number.NEGATIVE_INFINITY);
    const count = Math.min(forms.length, MAX_PROXIMITY_WORDS);
    this.tokensRead += count;
    for (let at = 0, position = 0; at < count; at++, position++) {
      const form = forms[at] as number;
      if (form === SECTION_BREAK) position += PROXIMITY_WINDOW;
      const roles = form === SECTION_BREAK ? undefined : this.#roles.get(this.#termOfForm(form));
      if (roles) this.#meet(roles, position, found);
    }
    return [...found.values()];
  }

  #meet(roles: readonly Role[], position: number, found: Map<number, NearPair>): void {
    for (const { word, rarity } of roles) {
      for (const { pair, word: other } of this.#partners[word] as Partner[]) {
        const distance = position - (this.#position[other] as number);
        if (distance > PROXIMITY_WINDOW) continue;
        const score = proximityScore(rarity, this.#rarity[other] as number, distance);
        const words = this.#plan.pairs[pair] as readonly [number, number];
        if (score > (found.get(pair)?.score ?? 0)) found.set(pair, { words, distance, score });
      }
    }
    for (const { word, rarity } of roles) {
      this.#position[word] = position;
      this.#rarity[word] = rarity;
    }
  }
}
