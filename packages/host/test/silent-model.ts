import { parentPort } from 'node:worker_threads';
import type { FromModel } from '../src/model/model-protocol.ts';

// Stands in for the model in tests about callers that wait for it: it is loaded, and answers no text.

parentPort?.on('message', () => {});
parentPort?.postMessage({ type: 'loaded' } satisfies FromModel);
