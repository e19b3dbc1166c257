import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { exactly, type Verdict } from '../verdicts.ts';

/** Limits of ADR-038, in tokens. */
const LIMITS = { episode: 500, path: 200, pattern: 100, whatIf: 1000, list: 500 } as const;
/** A kind of answer that has a limit. */
export type Bounded = keyof typeof LIMITS;

/** A text for agents, as part of an answer. */
export interface Told {
  text: string;
  tokens: number;
}

/** Counts the tokens of every answer with the tokenizer itself, not by what the answer states. */
export class Budgets {
  readonly #found = new Map<Bounded, { n: number; largest: number; over: number; misstated: number }>();

  /** Records an answer. */
  note(kind: Bounded, { text, tokens }: Told): void {
    const counted = countTokens(text, { disallowedSpecial: new Set<string>() });
    const known = this.#found.get(kind) ?? { n: 0, largest: 0, over: 0, misstated: 0 };
    this.#found.set(kind, {
      n: known.n + 1,
      largest: Math.max(known.largest, counted),
      over: known.over + (counted >= LIMITS[kind] ? 1 : 0),
      misstated: known.misstated + (counted === tokens ? 0 : 1),
    });
  }

  /** The results, and a control: an answer twice as long would have failed. */
  verdicts(): Verdict[] {
    const control = new Budgets();
    const long = 'again and again '.repeat(LIMITS.path);
    control.note('path', { text: long, tokens: 1 });
    const noticed = control.#found.get('path');
    return [
      ...(Object.keys(LIMITS) as Bounded[]).map((kind) => {
        const { n, largest, over, misstated } = this.#found.get(kind) ?? { n: 0, largest: 0, over: 0, misstated: 0 };
        return {
          id: 'tokens',
          what: `${kind} below ${LIMITS[kind]}`,
          found: `${n} answers, the largest ${largest}, ${over} over, ${misstated} misstated`,
          state: exactly(n > 0 && over === 0 && misstated === 0),
        };
      }),
      {
        id: 'control',
        what: 'an answer that is too long is noticed',
        found: noticed?.over === 1 && noticed.misstated === 1 ? 'noticed' : 'not noticed',
        state: exactly(noticed?.over === 1 && noticed.misstated === 1),
      },
    ];
  }
}
