/** Prose and code have 3 to 5 characters to a token. A line this far beyond is not counted: that alone takes long. */
export const MAX_CHARACTERS_PER_TOKEN = 16;

/** Size of a text in tokens. Never throws, whatever the text. */
export type CountTokens = (text: string) => number;

/** Runs of one sort of character; the four sorts do not overlap, so matching is linear. */
const RUNS = /[\p{L}\p{M}]+|\p{N}+|\s+|[^\s\p{L}\p{M}\p{N}]+/gu;
/**
 * Longest run in UTF-16 units that is counted in one piece. The encoder takes quadratic time in a run: 20,000 equal letters
 * took half a second, 65,000 exclamation marks 3.6 s. A longer run is cut, which counts at most one token more per cut.
 */
const MAX_RUN = 256;

function sliced(run: string): string[] {
  return Array.from({ length: Math.ceil(run.length / MAX_RUN) }, (_, at) =>
    run.slice(at * MAX_RUN, (at + 1) * MAX_RUN).toWellFormed(),
  );
}

/** Texts that together are `text`, none with a run that takes long to count. */
export function boundedPieces(text: string): string[] {
  if (text.length <= MAX_RUN) return [text];
  const pieces: string[] = [];
  let start = 0;
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (run.length <= MAX_RUN) continue;
    if (index > start) pieces.push(text.slice(start, index));
    pieces.push(...sliced(run));
    start = index + run.length;
  }
  if (start < text.length) pieces.push(text.slice(start));
  return pieces;
}

/** `<|endoftext|>` in a lesson is text like any other, not a command to the encoder and not an error. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Texts whose counts are remembered, twice: as many lessons as briefs of some projects have. */
const MAX_REMEMBERED = 500;
/** Longer texts are counted each time, in UTF-16 units; together they would take too much memory. */
const MAX_REMEMBERED_LENGTH = 4000;

/**
 * The same counter, which remembers what it was asked lately: briefs tell the same lessons again and again, and counting took
 * three quarters of their time. Two generations: the older one is dropped when the younger is full, so what is in use stays.
 */
export function remembering(count: CountTokens, most: number = MAX_REMEMBERED): CountTokens {
  let younger = new Map<string, number>();
  let older = new Map<string, number>();
  return (text) => {
    if (text.length > MAX_REMEMBERED_LENGTH) return count(text);
    const known = younger.get(text);
    if (known !== undefined) return known;
    const tokens = older.get(text) ?? count(text);
    if (younger.size >= most) [older, younger] = [younger, new Map()];
    younger.set(text, tokens);
    return tokens;
  };
}

async function load(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/cl100k_base');
  return remembering((text) => boundedPieces(text).reduce((sum, piece) => sum + countTokens(piece, AS_TEXT), 0));
}

let loading: Promise<CountTokens> | null = null;

/**
 * A real tokenizer (cl100k_base), loaded on first use and kept: its table costs about 0.1 s and 8 MB of heap, which a host
 * that never briefs anybody need not pay. No vendor's counts fit every agent; over five sets of real lessons this one was
 * within 1 % of o200k_base, which costs twice as much to load.
 */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= load().catch((error: unknown) => {
    // A failed load may be tried again.
    loading = null;
    throw error;
  });
  return loading;
}
