import { lessonText, type ReadableDb } from '@twicewise/store';
import { measureBackground } from './background.ts';
import type { Embed } from './embedder.ts';
import { EmbeddingFailure, type EmbeddingFailureKind } from './embedding-failure.ts';
import { type EmbeddingText, embeddingText } from './embedding-text.ts';
import { UNRELATED_LESSONS } from './unrelated-texts.ts';
import type { VectorCoverage } from './vector-coverage.ts';

/** Failures that may be caused by the texts rather than the model. */
const ABOUT_TEXTS: readonly EmbeddingFailureKind[] = ['refused_input', 'server_error', 'crashed'];
/** Maximum time of one request, in milliseconds: a model on a slow processor needs seconds for a batch. */
const REQUEST_MS = 120_000;

/** The input of {@link fillVectors}. */
export interface FillOptions {
  coverage: VectorCoverage;
  embed: Embed;
  /** Texts per request. */
  batch: number;
  memory: () => ReadableDb;
  /** ISO time. */
  at: () => string;
  /** Cancels the current request. */
  signal: AbortSignal;
  /** Called before each request. Yields to other work, and throws to stop. */
  pause: () => Promise<void>;
  /** Called after each batch, stored or not. Counting reads the whole set, so it is done only on demand. */
  progress: (count: () => { done: number; total: number }) => Promise<void>;
}

/** The result of filling. */
export interface Filled {
  embedded: number;
  /** Number of lessons that the model rejects individually. */
  skipped: number;
}

interface Waiting extends EmbeddingText {
  id: string;
}

/**
 * Computes missing vectors until none is missing; then the set serves alone. Vectors are stored after each request, and missing
 * ones are found by comparison, so it can be stopped and restarted at any time. Throws {@link EmbeddingFailure} when the endpoint
 * fails.
 */
export async function fillVectors(options: FillOptions): Promise<Filled> {
  const { coverage, pause, progress } = options;
  const filled: Filled = { embedded: 0, skipped: 0 };
  for (;;) {
    await coverage.ready();
    await pause();
    if (coverage.missing === 0) break;
    if (!coverage.target) {
      await beginWith(options);
      continue;
    }
    await fillSome(waitingIn(options), options, filled);
    await progress(() => ({ done: coverage.stored, total: coverage.stored + coverage.missing }));
  }
  coverage.serveIfComplete();
  return filled;
}

function waitingIn({ coverage, memory, batch }: FillOptions): Waiting[] {
  return coverage.someMissing(batch).flatMap((id) => {
    const lesson = lessonText(memory(), id);
    const found = lesson && embeddingText(lesson);
    if (found) return [{ id, ...found }];
    // Changed at this moment; comparing it again removes it from the list.
    coverage.note([id]);
    return [];
  });
}

/** Begins a set for the model, measured as it answers now. */
async function beginWith({ embed, signal, coverage, at }: FillOptions): Promise<void> {
  const { dimension, background } = await measureBackground(embed, { timeoutMs: REQUEST_MS, signal });
  coverage.begin(dimension, background, at());
}

async function fillSome(waiting: readonly Waiting[], options: FillOptions, filled: Filled): Promise<void> {
  if (waiting.length === 0) return;
  const { embed, signal, coverage } = options;
  const dimension = coverage.target?.dimension as number;
  const texts = waiting.map(({ text }) => text);
  let vectors: Float32Array[];
  try {
    vectors = await embed(texts, { timeoutMs: REQUEST_MS, signal, dimension });
  } catch (error) {
    if (!(error instanceof EmbeddingFailure)) throw error;
    if (error.kind === 'wrong_dimension') await acceptDimension(error, dimension, options);
    else if (ABOUT_TEXTS.includes(error.kind)) await isolate(error, waiting, options, filled);
    else throw error;
    return;
  }
  filled.embedded += store(waiting, vectors, options);
}

/** Stores the vectors that are still valid: a lesson may have changed while its vector was computed. */
function store(waiting: readonly Waiting[], vectors: readonly Float32Array[], options: FillOptions): number {
  const { coverage, memory } = options;
  const entries = waiting.flatMap(({ id, hash }, at) => {
    const lesson = lessonText(memory(), id);
    if (!lesson || embeddingText(lesson)?.hash !== hash) return [];
    return [{ lessonId: id, projectId: lesson.projectId, textHash: hash, vector: vectors[at] as Float32Array }];
  });
  coverage.put(entries);
  return entries.length;
}

/**
 * Checks whether the model behind the name has changed: then known texts get the other dimension too. Begins a new set in that
 * case.
 */
async function acceptDimension(failure: EmbeddingFailure, before: number, options: FillOptions): Promise<void> {
  const { embed, signal, coverage, at } = options;
  const { dimension, background } = await measureBackground(embed, { timeoutMs: REQUEST_MS, signal });
  if (dimension === before) throw failure;
  coverage.begin(dimension, background, at());
}

/** Rethrows the failure unless an ordinary text succeeds, which shows that the failure was about the texts. */
async function requireWorking(failure: EmbeddingFailure, { embed, signal }: FillOptions): Promise<void> {
  const [ordinary] = UNRELATED_LESSONS;
  try {
    await embed([ordinary as string], { timeoutMs: REQUEST_MS, signal });
  } catch {
    throw failure;
  }
}

/**
 * Finds the text that the model rejects, so that the others still get vectors. Some servers fail on a text that is too long
 * (llama.cpp answers 500), which looks like a broken server until another text is tried.
 */
async function isolate(
  failure: EmbeddingFailure,
  waiting: readonly Waiting[],
  options: FillOptions,
  filled: Filled,
): Promise<void> {
  const [only] = waiting;
  if (waiting.length === 1 || failure.kind !== 'refused_input') await requireWorking(failure, options);
  if (waiting.length === 1 && only) {
    options.coverage.skip(only.id);
    filled.skipped++;
    return;
  }
  const middle = Math.ceil(waiting.length / 2);
  for (const half of [waiting.slice(0, middle), waiting.slice(middle)]) {
    await options.pause();
    // If a new set was begun meanwhile, the rest is found missing again.
    await fillSome(half, options, filled);
  }
}
