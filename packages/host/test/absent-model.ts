import { parentPort } from 'node:worker_threads';
import type { FromModel } from '../src/model/model-protocol.ts';

// Says what the thread of the model says where its packages are missing, which model-thread.test.ts shows.
const message = 'The packages of the built-in model are not installed.';
parentPort?.postMessage({ type: 'unusable', kind: 'not_installed', message } satisfies FromModel);
