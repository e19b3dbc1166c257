import type * as z from 'zod';
import { attemptOperations } from './attempts.ts';
import { bulkOperations } from './bulk.ts';
import { bundleOperations } from './bundles.ts';
import { causalOperations } from './causes.ts';
import { clientOperations } from './clients.ts';
import type { OperationDefinition } from './define.ts';
import { embeddingOperations } from './embedding.ts';
import { episodeOperations } from './episodes.ts';
import { hostOperations } from './host.ts';
import { insightOperations } from './insights.ts';
import { jobOperations } from './jobs.ts';
import { patternOperations } from './patterns.ts';
import { projectOperations } from './projects.ts';
import { purgeOperations } from './purge.ts';
import { reflectionOperations } from './reflections.ts';
import { reminderOperations } from './reminders.ts';
import { retrievalOperations } from './retrieval.ts';
import { reviewOperations } from './review.ts';
import { sessionOperations } from './sessions.ts';
import { sourceOperations } from './sources.ts';
import { turnOperations } from './turns.ts';
import { undoOperations } from './undo.ts';
import { viewOperations } from './views.ts';

/** Every operation of Twicewise. Nothing else can be called through any door. */
export const contract = {
  ...reflectionOperations,
  ...bulkOperations,
  ...purgeOperations,
  ...reviewOperations,
  ...retrievalOperations,
  ...insightOperations,
  ...reminderOperations,
  ...projectOperations,
  ...sessionOperations,
  ...episodeOperations,
  ...attemptOperations,
  ...turnOperations,
  ...causalOperations,
  ...patternOperations,
  ...sourceOperations,
  ...viewOperations,
  ...undoOperations,
  ...jobOperations,
  ...bundleOperations,
  ...embeddingOperations,
  ...hostOperations,
  ...clientOperations,
} satisfies Record<string, OperationDefinition>;

/** The contract's type: operation name → definition. */
export type Contract = typeof contract;
/** Name of an operation. */
export type OperationName = keyof Contract;
/** Input as a caller may write it (fields with defaults may be left out). */
export type InputOf<N extends OperationName> = z.input<Contract[N]['input']>;
/** Input as a handler receives it (defaults filled in). */
export type ParsedInputOf<N extends OperationName> = z.output<Contract[N]['input']>;
/** Output of an operation. */
export type OutputOf<N extends OperationName> = z.output<Contract[N]['output']>;

/** Names of all operations, sorted. */
export const operationNames = Object.keys(contract).sort() as OperationName[];
