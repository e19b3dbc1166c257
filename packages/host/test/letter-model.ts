import { parentPort } from 'node:worker_threads';
import type { FromModel, ToModel } from '../src/model/model-protocol.ts';

// Stands in for the model in tests about what becomes of its vectors. It answers at once with a vector of the letters in a text.
// One text ends it.

function say(message: FromModel): void {
  parentPort?.postMessage(message);
}

function vectorOf(text: string): Float32Array<ArrayBuffer> {
  const vector = new Float32Array(384);
  for (const letter of text.toLowerCase()) vector[letter.charCodeAt(0) % 384] = 1;
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
}

parentPort?.on('message', ({ text }: ToModel) => {
  if (text.includes('kills the model')) process.exit(1);
  say({ type: 'vector', vector: vectorOf(text) });
});
say({ type: 'loaded' });
