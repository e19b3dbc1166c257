import { parentPort } from 'node:worker_threads';
import type { FromModel, ToModel } from '../src/model/model-protocol.ts';

// Stands in for the model where a test is about what becomes of its vectors: those of the letters in a text, at once. One text ends it.

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
