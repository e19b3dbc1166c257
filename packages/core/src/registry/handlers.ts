import type { OperationName } from '@twicewise/contract';
import { attemptHandlers } from '../attempts/handlers.ts';
import { retrievalHandlers } from '../briefing/handlers.ts';
import { reminderHandlers } from '../briefing/reminder-handlers.ts';
import { bundleHandlers } from '../bundles/handlers.ts';
import { captureHandlers } from '../capture/handlers.ts';
import { causalHandlers } from '../causes/handlers.ts';
import { importHandlers } from '../imports/handlers.ts';
import { sourceHandlers } from '../imports/source-handlers.ts';
import { insightHandlers } from '../insights/handlers.ts';
import { bulkHandlers } from '../lessons/bulk-handlers.ts';
import { feedbackHandlers } from '../lessons/feedback-handlers.ts';
import { reflectionHandlers } from '../lessons/handlers.ts';
import { patternHandlers } from '../patterns/handlers.ts';
import { projectHandlers } from '../projects/handlers.ts';
import { purgeHandlers } from '../purge/handlers.ts';
import { reviewHandlers } from '../review/handlers.ts';
import type { HandlersOf } from '../runtime/handler.ts';
import { jobHandlers } from '../runtime/jobs/handlers.ts';
import { episodeHandlers } from '../sessions/episode-handlers.ts';
import { sessionHandlers } from '../sessions/handlers.ts';
import { bulkEpisodeHandlers } from '../sessions/many/handlers.ts';
import { clientHandlers } from '../settings/client-handlers.ts';
import { hostHandlers } from '../settings/host-handlers.ts';
import { viewHandlers } from '../settings/view-handlers.ts';
import { turnHandlers } from '../turns/handlers.ts';
import { undoHandlers } from '../undo/handlers.ts';
import { embeddingHandlers } from '../vectors/handlers.ts';

/** The handler of each operation in the contract. A missing one is a type error. */
export const handlers: HandlersOf<OperationName> = {
  ...reflectionHandlers,
  ...bulkHandlers,
  ...purgeHandlers,
  ...reviewHandlers,
  ...retrievalHandlers,
  ...feedbackHandlers,
  ...insightHandlers,
  ...reminderHandlers,
  ...projectHandlers,
  ...sessionHandlers,
  ...captureHandlers,
  ...episodeHandlers,
  ...bulkEpisodeHandlers,
  ...attemptHandlers,
  ...turnHandlers,
  ...causalHandlers,
  ...patternHandlers,
  ...sourceHandlers,
  ...viewHandlers,
  ...undoHandlers,
  ...jobHandlers,
  ...importHandlers,
  ...bundleHandlers,
  ...embeddingHandlers,
  ...hostHandlers,
  ...clientHandlers,
};
