import {
  checkBackup,
  checkDatabase,
  countAgentAnswers,
  countWaitingWorth,
  createBackup,
  findUnusedLessons,
  pruneBackups,
  type StorePaths,
  type WritableDb,
} from '@twicewise/store';
import { readInsights } from '../insights/index.ts';
import { readMetrics } from '../insights/metrics.ts';
import { readPurgePreview } from '../purge/preview.ts';
import type { SecondThread } from '../runtime/second-thread.ts';

/** Runs long read-only work in the core's own thread, where there is no second thread. */
export function withoutSecondThread(paths: StorePaths, db: () => WritableDb, now: () => number): SecondThread {
  return {
    async backup(cause) {
      const made = createBackup(db(), paths, cause, now());
      pruneBackups(paths, now());
      return made;
    },
    check: async () => checkDatabase(db(), () => performance.now()),
    checkBackup: async (name) => checkBackup(paths, name, () => performance.now()),
    metrics: async (projectId, since) => readMetrics(db(), projectId, since),
    insights: async (request) => readInsights(db(), request),
    countWaiting: async (request) => countWaitingWorth(db(), request),
    countAnswers: async (request) => countAgentAnswers(db(), request),
    findUnused: async (request) => findUnusedLessons(db(), request, request.limit, request.cursor),
    previewPurge: async (name, which) => readPurgePreview(name, which, { db: db(), paths }),
  };
}
