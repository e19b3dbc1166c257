import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '@twicewise/contract';
import { KnownLessons, readInsights, readMetrics, readPurgePreview } from '@twicewise/core';
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
  type ReadableDb,
  type StorePaths,
} from '@twicewise/store';
import { giveWay } from './give-way.ts';
import type { SecondThreadAnswer, SecondThreadTask } from './worker-protocol.ts';

// Long tasks that cannot be split, run beside the store worker; in WAL mode a reader does not block a writer. The memory is
// opened anew for each task, because a restore replaces its file.

/** The lessons that Insights counted before, and the memory that they are of. */
let known = { of: '', lessons: new KnownLessons() };

/** Reads the memory as of one moment. */
function atOnce<T>({ database }: StorePaths, read: (db: ReadableDb) => T): T {
  const snapshot = openSnapshot(database);
  try {
    return read(snapshot.db);
  } finally {
    snapshot.close();
  }
}

function insights({ paths, request }: Extract<SecondThreadTask, { task: 'insights' }>): unknown {
  if (known.of !== paths.database) known = { of: paths.database, lessons: new KnownLessons() };
  return atOnce(paths, (db) => readInsights(db, request, known.lessons));
}

function work(asked: SecondThreadTask): unknown {
  // Checked before the memory is opened, because there may be none to open.
  if (asked.task === 'checkBackup') return checkBackup(asked.paths, asked.name, () => performance.now());
  const { paths } = asked;
  if (asked.task === 'purge') return atOnce(paths, (db) => readPurgePreview(asked.name, asked.which, { db, paths }));
  if (asked.task === 'insights') return insights(asked);
  const db = openReader(paths.database);
  try {
    if (asked.task === 'check') return checkDatabase(db, () => performance.now());
    if (asked.task === 'metrics') return readMetrics(db, asked.projectId, asked.since);
    if (asked.task === 'unused') return findUnusedLessons(db, asked.request, asked.request.limit, asked.request.cursor);
    if (asked.task === 'answers') return countAgentAnswers(db, asked.request);
    if (asked.task === 'waiting') return countWaitingWorth(db, asked.request);
    const backup = createBackup(db, paths, asked.cause, Date.now());
    pruneBackups(paths);
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
