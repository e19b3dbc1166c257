import { parentPort } from 'node:worker_threads';
import type { FromModel } from '../src/model/model-protocol.ts';

// Sends what the thread of the model sends when its packages are missing; model-thread.test.ts shows that it does.
const message = 'The packages of the built-in model are not installed.';
parentPort?.postMessage({ type: 'unusable', kind: 'not_installed', message } satisfies FromModel);
