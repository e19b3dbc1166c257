import { parentPort } from 'node:worker_threads';
import { AppError } from '@twicewise/contract';
import { readInsights, readMetrics, StatementKeys } from '@twicewise/core';
import {
  checkBackup,
  checkDatabase,
  closeStore,
  countWaitingWorth,
  createBackup,
  findUnusedLessons,
  openReader,
  pruneBackups,
} from '@twicewise/store';
import type { MaintenanceAnswer, MaintenanceSetup } from './worker-protocol.ts';

// Long tasks that cannot be split, run beside the store worker; in WAL mode a reader does not block a writer. The memory is
// opened anew for each task, because a restore replaces its file.

/** Statements made before and the forms under which they are counted; finding the forms takes longest. */
const keys = new StatementKeys();

function work(setup: MaintenanceSetup): unknown {
  // Checked before the memory is opened, because there may be none to open.
  if (setup.task === 'checkBackup') return checkBackup(setup.paths, setup.name, () => performance.now());
  const db = openReader(setup.paths.database);
  try {
    if (setup.task === 'check') return checkDatabase(db, () => performance.now());
    if (setup.task === 'metrics') return readMetrics(db, setup.projectId, setup.since);
    if (setup.task === 'insights') return readInsights(db, setup.request, keys);
    if (setup.task === 'unused') return findUnusedLessons(db, setup.request, setup.request.limit, setup.request.cursor);
    if (setup.task === 'waiting') return countWaitingWorth(db, setup.request);
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
    // An error that the caller can correct keeps its details between the threads.
    const failure = error instanceof AppError ? error.toFailure() : undefined;
    return { error: message, ...(code === undefined ? {} : { code }), ...(failure ? { failure } : {}) };
  }
}

parentPort?.on('message', (setup: MaintenanceSetup) => parentPort?.postMessage(answer(setup)));
