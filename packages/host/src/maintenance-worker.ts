import { parentPort } from 'node:worker_threads';
import { AppError } from '@twicewise/contract';
import { readInsights, readMetrics, StatementKeys } from '@twicewise/core';
import {
  checkBackup,
  checkDatabase,
  closeStore,
  createBackup,
  findUnusedLessons,
  openReader,
  pruneBackups,
} from '@twicewise/store';
import type { MaintenanceAnswer, MaintenanceSetup } from './worker-protocol.ts';

// Tasks that cannot be cut into pieces, beside the store worker: a reader in WAL mode holds up no writer. The memory is opened
// for each, because a restore puts another file in its place.

/** Statements said before and the forms they count under; to find those takes longest. */
const keys = new StatementKeys();

function work(setup: MaintenanceSetup): unknown {
  // There may be no memory to open.
  if (setup.task === 'checkBackup') return checkBackup(setup.paths, setup.name, () => performance.now());
  const db = openReader(setup.paths.database);
  try {
    if (setup.task === 'check') return checkDatabase(db, () => performance.now());
    if (setup.task === 'metrics') return readMetrics(db, setup.projectId, setup.since);
    if (setup.task === 'insights') return readInsights(db, setup.request, keys);
    if (setup.task === 'unused') return findUnusedLessons(db, setup.request, setup.request.limit, setup.request.cursor);
    const backup = createBackup(db, setup.paths, setup.cause, Date.now());
    pruneBackups(setup.paths);
    return backup;
  } finally {
    closeStore(db);
  }
}

function answer(setup: MaintenanceSetup): MaintenanceAnswer {
  try {
    return { value: work(setup) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    // What a caller can correct stays what it is on its way between the threads.
    const failure = error instanceof AppError ? error.toFailure() : undefined;
    return { error: message, ...(code === undefined ? {} : { code }), ...(failure ? { failure } : {}) };
  }
}

parentPort?.on('message', (setup: MaintenanceSetup) => parentPort?.postMessage(answer(setup)));
