import { readable, utf8Bytes } from '@twicewise/contract';
import { bothEnds } from '../both-ends.ts';
import { storable } from '../storable.ts';
import type { Round } from './reflective-thinking.ts';
import type { TurnToKeep } from './turn-memory.ts';
import type { Part } from './turn-parts.ts';

/** A turn as it was. */
export interface MadeTurn {
  readonly context: readonly Part[];
  readonly reply: string;
  readonly calls: readonly {
    readonly tool: string;
    readonly input: unknown;
    readonly output: string;
    readonly outcome: NonNullable<TurnToKeep['calls']>[number]['outcome'];
    readonly ms: number;
  }[];
  readonly rounds: readonly Round[];
  readonly error: string | null;
  readonly cost: TurnToKeep['cost'];
}

/** Most bytes of all texts of a turn that are sent; the memory takes 1.25 MB with all else. */
const MAX_TEXTS = 800_000;
/** Most parts, rounds and calls of a turn that the memory takes. */
const MAX_PARTS = 1900;
const MAX_ROUNDS = 200;
const MAX_CALLS = 1000;
/** Most characters of what all calls were given, and of all thoughts. */
const MAX_PARAMS = 100_000;
const MAX_THOUGHTS = 100_000;

/** The most bytes that one text may have so that all together stay within the limit. */
function limitFor(sizes: readonly number[]): number {
  const sorted = [...sizes].sort((a, b) => a - b);
  let left = MAX_TEXTS;
  for (const [at, size] of sorted.entries()) {
    const share = left / (sorted.length - at);
    if (size > share) return Math.floor(share);
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** A text in so many bytes. */
function cutTo(bytes: number, text: string): string {
  // A character takes at most three bytes for each UTF-16 unit; forty are for the line between the ends.
  return utf8Bytes(text) <= bytes ? text : bothEnds(text, Math.max(0, Math.floor(bytes / 3) - 40));
}

function paramsOf(input: unknown, most: number): Record<string, never> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {};
  const text = readable(JSON.stringify(input));
  return (text.length <= most ? JSON.parse(text) : { cut: storable(text, Math.min(most, 4000)) }) as Record<
    string,
    never
  >;
}

/** A turn made to fit: of the largest texts beginning and end are kept, all others are as they were. */
export function fittedTurn({ context, reply, calls, rounds, error, cost }: MadeTurn): TurnToKeep {
  const parts = context.slice(-MAX_PARTS);
  const made = calls.slice(0, MAX_CALLS);
  const thoughts = rounds.slice(0, MAX_ROUNDS);
  const texts = [...parts.map(({ text }) => text), reply, ...made.map(({ output }) => output)];
  const most = limitFor(texts.map(utf8Bytes));
  return {
    context: parts.map((part) => ({ ...part, text: cutTo(most, part.text) })),
    reply: reply === '' ? [] : [{ kind: 'reply', text: cutTo(most, reply) }],
    calls: made.map(({ tool, input, output, outcome, ms }) => ({
      tool: storable(tool, 200) || 'unnamed',
      params: paramsOf(input, Math.floor(MAX_PARAMS / made.length)),
      output: cutTo(most, output),
      outcome,
      ms,
    })),
    rounds: thoughts.map((round) => ({
      ...round,
      text: storable(round.text ?? '', Math.floor(MAX_THOUGHTS / thoughts.length)),
    })),
    error: error === null ? null : storable(error),
    cost,
  };
}
