import type { OperationName } from '@twicewise/contract';
import type { HandlersOf } from '../context.ts';
import { bulkHandlers } from './bulk.ts';
import { bundleHandlers } from './bundles.ts';
import { captureHandlers } from './capture.ts';
import { causalHandlers } from './causes.ts';
import { clientHandlers } from './clients.ts';
import { decisionHandlers } from './decisions.ts';
import { embeddingHandlers } from './embedding.ts';
import { episodeHandlers } from './episodes.ts';
import { feedbackHandlers } from './feedback.ts';
import { historyHandlers } from './history.ts';
import { hostHandlers } from './host.ts';
import { insightHandlers } from './insights.ts';
import { jobHandlers } from './jobs.ts';
import { patternHandlers } from './patterns.ts';
import { projectHandlers } from './projects.ts';
import { purgeHandlers } from './purge.ts';
import { reflectionHandlers } from './reflections.ts';
import { reminderHandlers } from './reminders.ts';
import { retrievalHandlers } from './retrieval.ts';
import { sessionHandlers } from './sessions.ts';
import { sourceHandlers } from './sources.ts';
import { viewHandlers } from './views.ts';

/** One handler for every operation of the contract; the type makes a missing one an error. */
export const handlers: HandlersOf<OperationName> = {
  ...reflectionHandlers,
  ...bulkHandlers,
  ...purgeHandlers,
  ...decisionHandlers,
  ...retrievalHandlers,
  ...feedbackHandlers,
  ...insightHandlers,
  ...reminderHandlers,
  ...projectHandlers,
  ...sessionHandlers,
  ...captureHandlers,
  ...episodeHandlers,
  ...causalHandlers,
  ...patternHandlers,
  ...sourceHandlers,
  ...viewHandlers,
  ...historyHandlers,
  ...jobHandlers,
  ...bundleHandlers,
  ...embeddingHandlers,
  ...hostHandlers,
  ...clientHandlers,
};
