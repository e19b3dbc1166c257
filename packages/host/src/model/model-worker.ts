import { parentPort } from 'node:worker_threads';
import { loadModel } from './load-model.ts';
import type { FromModel, ToModel } from './model-protocol.ts';

// The thread of the sentence model. A text keeps it busy for up to a quarter of a second, and nothing else may wait for that.

function say(message: FromModel, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer);
}

const loaded = await loadModel();
if (typeof loaded === 'function') {
  parentPort?.on('message', async ({ text }: ToModel) => {
    // An error here ends the thread, because an engine that has failed may be in any state.
    const vector = await loaded(text);
    say({ type: 'vector', vector }, [vector.buffer]);
  });
  say({ type: 'loaded' });
} else {
  say({ type: 'unusable', ...loaded });
}
