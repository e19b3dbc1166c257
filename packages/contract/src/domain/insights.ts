import * as z from 'zod';
import { attemptInsights } from './attempt-insights.ts';
import { memoryMetrics } from './exposure.ts';
import { reflectionId } from './ids.ts';
import { outcomeCounts, pointFields, rate } from './insight-parts.ts';
import { bySource } from './retrieval.ts';
import { instant } from './time.ts';

/** Maximum number of points in a time series; with more, a coarser step is easier to read. */
export const MAX_POINTS = 400;
/** Maximum number of rows in a mix and of statements; the answer counts those left out. */
export const MAX_INSIGHT_ROWS = 30;
/** Maximum number of lessons that a statement names. */
export const MAX_STATEMENT_IDS = 50;

/** Length of one step of a time series. Weeks begin on Monday. */
export const timeStep = z.enum(['day', 'week', 'month']);
/** See {@link timeStep}. */
export type TimeStep = z.infer<typeof timeStep>;

const tally = {
  count: z.int().describe('Lessons; those of `reflection.list` with the same filters'),
  outcomes: outcomeCounts,
  success: rate.describe('Successes ÷ lessons whose outcome is known and not only assumed by default'),
};

/** Lessons made within one time step. */
export const lessonPoint = z.object({
  ...pointFields,
  ...tally,
  sources: bySource.describe('How the outcomes are known, unknown ones left out'),
  authors: z.object({ person: z.int(), agent: z.int(), importer: z.int() }),
});
/** See {@link lessonPoint}. */
export type LessonPoint = z.infer<typeof lessonPoint>;

/** Answers to agents within one time step. */
export const answerPoint = z.object({
  ...pointFields,
  asked: z.int().describe('Answers to what agents asked'),
  unasked: z.int().describe('Reminders that hooks brought'),
  shown: z.int().describe('Lessons in them'),
  tokens: z.int().describe('Tokens in them, where they were counted'),
});
/** See {@link answerPoint}. */
export type AnswerPoint = z.infer<typeof answerPoint>;

/** Outcomes of the lessons that have the same value. */
export const mixRow = z.object({ value: z.string().nullable(), label: z.string().nullable(), ...tally });
/** See {@link mixRow}. */
export type MixRow = z.infer<typeof mixRow>;

const mix = z.object({ rows: z.array(mixRow), leftOut: z.int().describe('Further values, with fewer lessons') });
/** See {@link mixRow}; the most frequent values first. */
export type Mix = z.infer<typeof mix>;

/** A statement that several lessons make; near-identical wordings are counted together. */
export const statementRow = z.object({
  text: z.string().describe('Its newest wording'),
  count: z.int().describe('Lessons that say it'),
  reflectionIds: z.array(reflectionId).describe(`Those, the newest first, ${MAX_STATEMENT_IDS} at most`),
});
/** See {@link statementRow}. */
export type StatementRow = z.infer<typeof statementRow>;

const statements = z.object({
  rows: z.array(statementRow).describe('Only what two lessons say or more'),
  leftOut: z.int().describe('Further ones, said less often'),
  n: z.int().describe('Lessons that could have said one'),
});
/** See {@link statementRow}; the most frequent first. */
export type Statements = z.infer<typeof statements>;

/** What the memory says about itself. Rejected and deleted lessons are left out, as in `reflection.list`. */
export const insights = z.object({
  step: timeStep,
  since: instant.nullable().describe('Null: there is nothing yet'),
  until: instant.nullable(),
  total: z.object(tally),
  lessons: z.array(lessonPoint).describe('Every step of the time asked for, empty ones too'),
  tellings: z.array(answerPoint).describe('The same steps'),
  byProject: mix,
  byTag: mix,
  byAgent: mix,
  failures: statements.describe('What did not work, in failures and partial successes'),
  strategies: statements.describe('What worked, in successes and partial successes'),
  neverShown: z
    .object({ value: z.int(), n: z.int() })
    .describe('Lessons in use that no agent was ever shown, of all in use'),
  attempts: attemptInsights.describe('Attempts by when they ended; the same steps'),
  metrics: memoryMetrics.describe('As memory.metrics from the same instant until now'),
});
/** See {@link insights}. */
export type Insights = z.infer<typeof insights>;
