import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@twicewise/contract';
import { readInsights, readMetrics, readPurgePreview, StatementKeys } from '@twicewise/core';
import {
  checkBackup,
  checkDatabase,
  closeStore,
  countAgentAnswers,
  countWaitingWorth,
  createBackup,
  findUnusedLessons,
  openReader,
  openSnapshot,
  pruneBackups,
} from '@twicewise/store';
import { giveWay } from './give-way.ts';
import type { SecondThreadAnswer, SecondThreadTask } from './worker-protocol.ts';

// Long tasks that cannot be split, run beside the store worker; in WAL mode a reader does not block a writer. The memory is
// opened anew for each task, because a restore replaces its file.

/** Statements made before and the forms under which they are counted; finding the forms takes longest. */
const keys = new StatementKeys();

function previewPurge({ paths, name, which }: Extract<SecondThreadTask, { task: 'purge' }>): unknown {
  const snapshot = openSnapshot(paths.database);
  try {
    return readPurgePreview(name, which, { db: snapshot.db, paths });
  } finally {
    snapshot.close();
  }
}

function work(asked: SecondThreadTask): unknown {
  // Checked before the memory is opened, because there may be none to open.
  if (asked.task === 'checkBackup') return checkBackup(asked.paths, asked.name, () => performance.now());
  if (asked.task === 'purge') return previewPurge(asked);
  const db = openReader(asked.paths.database);
  try {
    if (asked.task === 'check') return checkDatabase(db, () => performance.now());
    if (asked.task === 'metrics') return readMetrics(db, asked.projectId, asked.since);
    if (asked.task === 'insights') return readInsights(db, asked.request, keys);
    if (asked.task === 'unused') return findUnusedLessons(db, asked.request, asked.request.limit, asked.request.cursor);
    if (asked.task === 'answers') return countAgentAnswers(db, asked.request);
    if (asked.task === 'waiting') return countWaitingWorth(db, asked.request);
    const backup = createBackup(db, asked.paths, asked.cause, Date.now());
    pruneBackups(asked.paths);
    return backup;
  } finally {
    closeStore(db);
  }
}

function answer(asked: SecondThreadTask): SecondThreadAnswer {
  try {
    return { value: work(asked) };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    // An error that the caller can correct keeps its details between the threads.
    const failure = error instanceof AppError ? error.toFailure() : undefined;
    return { error: message, ...(code === undefined ? {} : { code }), ...(failure ? { failure } : {}) };
  }
}

if (workerData.givesWay) giveWay();
parentPort?.on('message', (asked: SecondThreadTask) => parentPort?.postMessage(answer(asked)));
