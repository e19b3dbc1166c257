import type { OutputOf } from '@twicewise/contract';
import { createEmbedder, type EmbedderSetup } from './embedder.ts';
import { EmbeddingFailure, type EmbeddingFailureKind } from './embedding-failure.ts';
import { UNRELATED_LESSONS } from './unrelated-texts.ts';

/** Longest time one waits for an answer, in milliseconds: a server may load its model first. */
const TRIAL_MS = 20_000;

/** Where the usual advice is that it is tried again by itself: a trial is not. */
const ADVICE: Partial<Record<EmbeddingFailureKind, string>> = {
  timeout: 'The server may still load the model: test again in a while.',
  rate_limited: 'Wait a while, then test again.',
  server_error: 'Look into the log of the embedding server.',
};

/** Asks a server for one vector and says what came back. Throws nothing that is about the server. */
export async function tryServer(setup: EmbedderSetup): Promise<OutputOf<'embedding.test'>> {
  const [text] = UNRELATED_LESSONS;
  const began = performance.now();
  const milliseconds = () => Math.round(performance.now() - began);
  try {
    const [vector] = await createEmbedder(setup)([text as string], { timeoutMs: TRIAL_MS });
    const dimension = vector?.length ?? null;
    const message = `${setup.model} answered with ${dimension} numbers in ${milliseconds()} ms.`;
    return { ok: true, message, hint: '', dimension, milliseconds: milliseconds() };
  } catch (error) {
    if (!(error instanceof EmbeddingFailure)) throw error;
    const { message, kind, hint } = error;
    return { ok: false, message, hint: ADVICE[kind] ?? hint, dimension: null, milliseconds: milliseconds() };
  }
}
