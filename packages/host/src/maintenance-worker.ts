import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@twicewise/contract';
import { readInsights, readMetrics } from '@twicewise/core';
import {
  checkBackup,
  checkDatabase,
  closeStore,
  createBackup,
  findNeglected,
  openReader,
  pruneBackups,
} from '@twicewise/store';
import type { MaintenanceSetup } from './worker-protocol.ts';

// One task that cannot be cut into pieces, beside the store worker: a reader in WAL mode holds up no writer.

const setup = workerData as MaintenanceSetup;

function work(): unknown {
  // There may be no memory to open.
  if (setup.task === 'checkBackup') return checkBackup(setup.paths, setup.name, () => performance.now());
  const db = openReader(setup.paths.database);
  try {
    if (setup.task === 'check') return checkDatabase(db, () => performance.now());
    if (setup.task === 'metrics') return readMetrics(db, setup.projectId, setup.since);
    if (setup.task === 'insights') return readInsights(db, setup.request);
    if (setup.task === 'neglected') return findNeglected(db, setup.request, setup.request.limit, setup.request.cursor);
    const backup = createBackup(db, setup.paths, setup.cause, Date.now());
    pruneBackups(setup.paths);
    return backup;
  } finally {
    closeStore(db);
  }
}

try {
  parentPort?.postMessage({ value: work() });
} catch (error) {
  const { message, code } = error as Error & { code?: string };
  // What a caller can correct stays what it is on its way between the threads.
  const failure = error instanceof AppError ? error.toFailure() : undefined;
  parentPort?.postMessage({ error: message, code, failure });
}
