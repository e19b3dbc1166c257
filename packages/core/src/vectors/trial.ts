import type { OutputOf } from '@twicewise/contract';
import type { Embed } from './embedder.ts';
import { EmbeddingFailure, type EmbeddingFailureKind } from './embedding-failure.ts';
import { UNRELATED_LESSONS } from './unrelated-texts.ts';

/** Maximum wait for an answer, in milliseconds: the model may have to load first. */
const TRIAL_MS = 20_000;

/** Advice that differs for a trial, because a trial is not retried automatically. */
const ADVICE: Partial<Record<EmbeddingFailureKind, string>> = {
  timeout: 'The model may still be loading: test again in a while.',
  rate_limited: 'Wait a while, then test again.',
  server_error: 'Look into the log of the embedding server.',
  crashed: 'Test again: it is started anew. The log of the host says more.',
  unloaded: 'The settings were changed meanwhile: test again.',
};

/** Requests one vector from a model and describes the result. Failures of the model are part of the result, not thrown. */
export async function tryModel(model: string, embed: Embed): Promise<OutputOf<'embedding.test'>> {
  const [text] = UNRELATED_LESSONS;
  const began = performance.now();
  const milliseconds = () => Math.round(performance.now() - began);
  try {
    const [vector] = await embed([text as string], { timeoutMs: TRIAL_MS, urgent: true });
    const dimension = vector?.length ?? null;
    const message = `${model} answered with ${dimension} numbers in ${milliseconds()} ms.`;
    return { ok: true, message, hint: '', dimension, milliseconds: milliseconds() };
  } catch (error) {
    if (!(error instanceof EmbeddingFailure)) throw error;
    const { message, kind, hint } = error;
    return { ok: false, message, hint: ADVICE[kind] ?? hint, dimension: null, milliseconds: milliseconds() };
  }
}
