import { lessonText, type ReadableDb } from '@twicewise/store';
import { measureBackground } from './background.ts';
import type { Embed } from './embedder.ts';
import { EmbeddingFailure, type EmbeddingFailureKind } from './embedding-failure.ts';
import { type EmbeddingText, embeddingText } from './embedding-text.ts';
import { UNRELATED_LESSONS } from './unrelated-texts.ts';
import type { VectorCoverage } from './vector-coverage.ts';

/** May be about the texts that were sent, and not about the model. */
const ABOUT_TEXTS: readonly EmbeddingFailureKind[] = ['refused_input', 'server_error', 'crashed'];
/** Longest time of one request, in milliseconds: a model on a slow processor needs seconds for a batch. */
const REQUEST_MS = 120_000;

/** What filling works with. */
export interface FillOptions {
  coverage: VectorCoverage;
  embed: Embed;
  /** Texts per request. */
  batch: number;
  memory: () => ReadableDb;
  /** ISO time. */
  at: () => string;
  /** Gives up the request under way. */
  signal: AbortSignal;
  /** Called before each request: lets others have a turn, and throws to stop. */
  pause: () => Promise<void>;
  /** Called after each batch, whether or not something of it was stored. Counting reads the whole set. */
  progress: (count: () => { done: number; total: number }) => Promise<void>;
}

/** What filling achieved. */
export interface Filled {
  embedded: number;
  /** Lessons that the model refuses, each by itself. */
  skipped: number;
}

interface Waiting extends EmbeddingText {
  id: string;
}

/**
 * Computes the vectors that are missing until none is; from then on the set serves alone. Each request's vectors are stored before
 * the next, and what is missing is found by comparing, so it can be stopped and begun again anywhere. Throws
 * {@link EmbeddingFailure} when the endpoint fails.
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
    // Changed this very moment; comparing it again takes it off the list.
    coverage.note([id]);
    return [];
  });
}

/** Begins a set for the model as it answers now. */
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

/** Stores what is still true: a lesson may have been changed while its vector was computed. */
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

/** The model behind the name is another one now if it answers the known texts with the other dimension, too. */
async function acceptDimension(failure: EmbeddingFailure, before: number, options: FillOptions): Promise<void> {
  const { embed, signal, coverage, at } = options;
  const { dimension, background } = await measureBackground(embed, { timeoutMs: REQUEST_MS, signal });
  if (dimension === before) throw failure;
  coverage.begin(dimension, background, at());
}

/** Throws the failure unless an ordinary text is answered: then it was about the texts that were sent. */
async function requireWorking(failure: EmbeddingFailure, { embed, signal }: FillOptions): Promise<void> {
  const [ordinary] = UNRELATED_LESSONS;
  try {
    await embed([ordinary as string], { timeoutMs: REQUEST_MS, signal });
  } catch {
    throw failure;
  }
}

/**
 * One text that the model refuses must not keep all others from having vectors. Some servers fail on a text that is too
 * long (llama.cpp answers 500), which looks like a server in trouble until another text is tried.
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
    // A set that was begun anew meanwhile has another dimension; what is left is found missing again.
    await fillSome(half, options, filled);
  }
}
