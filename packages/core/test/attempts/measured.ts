import type { AttemptMeasures } from '@twicewise/store';

let made = 0;

/** What an analysis reads of an attempt that failed and says nothing else. */
export const measured = (fields: Partial<AttemptMeasures> = {}): AttemptMeasures => ({
  id: `atmp_${++made}`,
  projectId: 'demo',
  sessionId: null,
  at: '2026-03-01T12:00:00.000Z',
  startedAt: '2026-03-01T11:59:00.000Z',
  knownAt: '2026-03-01T12:00:00.000Z',
  strategy: null,
  taskIdentity: 'task_a',
  task: 'Task',
  outcome: 'failure',
  reward: null,
  scoredChecks: [],
  progress: null,
  failed: null,
  failedIn: 'npm test',
  confidence: null,
  category: null,
  reflection: null,
  errors: [],
  edits: [],
  repeats: [],
  ...fields,
});
