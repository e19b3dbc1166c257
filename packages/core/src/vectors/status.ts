import type { OutputOf } from '@twicewise/contract';
import { BUILT_IN_VARIABLE } from './built-in.ts';
import type { WantedModel } from './model-choice.ts';

/** The state of vectors in `host.status`. */
export type VectorsStatus = OutputOf<'host.status'>['vectors'];

/** The facts that the status is computed from. */
export interface VectorsFacts {
  /** The configured model; null for none. */
  wanted: WantedModel | null;
  /** The built-in model is configured but not available. */
  isKeptOut: boolean;
  /** Why vectors are impossible altogether. */
  problem: string | null;
  /** The last failure, with advice. */
  failure: { message: string; hint: string; isLasting?: boolean } | null;
  /** A person cancelled the job. */
  isResting: boolean;
  /** Model of the set that serves questions. */
  serving: string | null;
  stored: number;
  missing: number;
  /** Comparison is not complete, or the configured model's set never was. */
  isBehind: boolean;
}

const OFF = {
  state: 'off',
  message: 'No embedding model is set, so search goes by words.',
  hint: 'Set embedding.provider to builtin, or to a server with embedding.url and embedding.model.',
} as const;

/** The status when the built-in model is configured but was disabled when this program was started. */
const KEPT_OUT = {
  state: 'off',
  message: 'The built-in model is not used here, so search goes by words.',
  hint: `Twicewise was started without it (${BUILT_IN_VARIABLE}=off); a server can be set instead.`,
} as const;

type Verdict = Pick<VectorsStatus, 'state' | 'message' | 'hint'>;

/** Formats a number for people. */
const spelt = (count: number) => count.toLocaleString('en');

/** Describes the progress, and how search works meanwhile. */
function progressOf(model: string, { serving, stored, missing }: VectorsFacts): string {
  const count = `${spelt(stored)} of ${spelt(stored + missing)} lessons have vectors of ${model}`;
  if (serving === null) return `${count}. Search goes by words.`;
  if (serving !== model) return `${count}. Those of ${serving} serve meanwhile.`;
  return `${count}; those are found by meaning already.`;
}

function readyOf(stored: number, model: string): string {
  if (stored === 0) return `No lesson is there yet that could have a vector of ${model}.`;
  return stored === 1
    ? `The one lesson has its vector of ${model}.`
    : `All ${spelt(stored)} lessons have vectors of ${model}.`;
}

function verdictOf(facts: VectorsFacts): Verdict {
  const { wanted, problem, failure, isResting, stored, missing, isBehind } = facts;
  if (!wanted) return facts.isKeptOut ? KEPT_OUT : OFF;
  if (problem !== null) return { state: 'unavailable', message: problem, hint: 'Search goes by words.' };
  const progress = progressOf(wanted.model, facts);
  if (isResting && missing > 0) {
    return { state: 'paused', message: `Cancelled: ${progress}`, hint: 'The next start goes on.' };
  }
  if (failure)
    return { state: failure.isLasting ? 'unavailable' : 'unreachable', message: failure.message, hint: failure.hint };
  if (missing > 0 || isBehind) return { state: 'filling', message: progress, hint: '' };
  return { state: 'ready', message: readyOf(stored, wanted.model), hint: '' };
}

/** Describes the facts in words. */
export function statusOf(facts: VectorsFacts): VectorsStatus {
  const { wanted, serving, stored, missing } = facts;
  const model = { provider: wanted?.provider ?? null, model: wanted?.model ?? null, serving };
  return { ...verdictOf(facts), ...model, done: stored, total: stored + missing };
}
