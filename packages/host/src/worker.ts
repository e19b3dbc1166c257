import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { AppError, assertNever, type Failure } from '@twicewise/contract';
import { createCore, type Maintenance } from '@twicewise/core';
import { ModelThread } from './model/model-thread.ts';
import { surroundings } from './surroundings.ts';
import {
  type FromWorker,
  fromJson,
  type MaintenanceSetup,
  type News,
  Outbox,
  type ToWorker,
  type WorkerSetup,
} from './worker-protocol.ts';

// The store worker: core and store on a thread of their own, because SQL on the host's main thread would hold up every
// door (and, in the desktop app, freeze the window).

/** TypeScript in the checkout, JavaScript in a bundle. */
const EXTENSION = extname(import.meta.url);

const setup = workerData as WorkerSetup;
let facts = setup.facts;

function say(message: FromWorker): void {
  parentPort?.postMessage(message);
}

// All answers of one commit are pushed before its callback ends: they go together, and without another turn of the loop.
const outbox = new Outbox<News>(
  (news) => say({ type: 'turn', news }),
  (flush) => process.nextTick(flush),
);

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Runs one task on a second thread with a connection that can only read. */
function onSecondThread<T>(task: MaintenanceSetup): Promise<T> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`./maintenance-worker${EXTENSION}`, import.meta.url), { workerData: task });
    worker.once('message', (answer: { value: T } | { error: string; code?: string; failure?: Failure }) => {
      if ('value' in answer) resolve(answer.value);
      else if (answer.failure) reject(new AppError(answer.failure));
      else reject(Object.assign(new Error(answer.error), { code: answer.code }));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error(`the thread for "${task.task}" ended without an answer`)));
  });
}

/** A memory on a read-only disk is read from its copy. */
const paths = { ...setup.paths, database: setup.readOnlyCopy ?? setup.paths.database };
const maintenance: Maintenance = {
  backup: (cause) => onSecondThread({ paths, task: 'backup', cause }),
  check: () => onSecondThread({ paths, task: 'check' }),
  checkBackup: (name) => onSecondThread({ paths, task: 'checkBackup', name }),
  metrics: (projectId, since) => onSecondThread({ paths, task: 'metrics', projectId, since }),
  insights: (request) => onSecondThread({ paths, task: 'insights', request }),
  neglected: (request) => onSecondThread({ paths, task: 'neglected', request }),
};

const log = (message: string, error?: unknown) =>
  say({ type: 'log', message: error === undefined ? message : `${message}: ${describe(error)}` });

const core = createCore({
  paths: setup.paths,
  readOnlyCopy: setup.readOnlyCopy,
  embeddingKey: setup.embeddingKey,
  builtInModel: setup.builtInModel
    ? new ModelThread({ script: new URL(`./model/model-worker${EXTENSION}`, import.meta.url), log })
    : null,
  surroundings: surroundings(setup.facts.dataFolder, process.env, setup.entry),
  hostFacts: () => facts,
  maintenance,
  log,
});
core.subscribe((event) => outbox.push({ event }));

let busy = false;
setInterval(() => {
  if (core.busy() === busy) return;
  busy = !busy;
  say({ type: 'busy', busy });
}, 250).unref();

async function close(): Promise<void> {
  try {
    await core.close();
    // The last answers are still on their way through promises.
    await nextTurn();
    outbox.flush();
  } finally {
    // Also when closing failed: the host waits for this before it gives the folder free.
    say({ type: 'closed' });
    parentPort?.close();
  }
}

async function answer(message: ToWorker): Promise<void> {
  switch (message.type) {
    case 'calls':
      for (const { id, request } of fromJson(message.calls)) {
        core.dispatch(request).then((envelope) => outbox.push({ id, envelope }));
      }
      return;
    case 'facts':
      facts = message.facts;
      return;
    case 'tick':
      await core.maintain();
      return;
    case 'close':
      await close();
      return;
    default:
      assertNever(message);
  }
}

parentPort?.on('message', (message: ToWorker) => {
  answer(message).catch((error: unknown) =>
    say({ type: 'log', message: `the store worker failed: ${describe(error)}` }),
  );
});
say({ type: 'ready', health: core.health() });
