import * as z from 'zod';
import { COMPARED_FIELDS } from '../facts/lesson-fields.ts';
import { author } from './author.ts';
import { feedbackNote } from './feedback.ts';
import { reflectionId } from './ids.ts';
import { reflection } from './reflection.ts';
import { instant } from './time.ts';

const share = z.number().min(0).max(1);

/** Two lessons of a project that probably say the same, with the reasons. The older one is `one`. */
export const suspect = z.object({
  one: reflection,
  other: reflection,
  likelihood: z
    .enum(['likely', 'possible'])
    .describe('likely: about nineteen of twenty such pairs say the same; possible: three of four'),
  overlap: share.describe('What they share of all that they say'),
  taskOverlap: share.describe('The same of their tasks'),
  sameTask: z.boolean(),
  statements: z
    .array(z.object({ field: z.enum(COMPARED_FIELDS), text: z.string() }))
    .describe('Statements that both make, at most 8'),
  terms: z.array(z.string()).describe('Words that both use, at most 8'),
  onlyOne: z.array(z.string()).describe('Words that only the older one uses, at most 8'),
  onlyOther: z.array(z.string()).describe('Words that only the newer one uses, at most 8'),
});
/** See {@link suspect}. */
export type Suspect = z.infer<typeof suspect>;

/** Most lessons of a group of duplicates that are shown and decided at once. */
export const MAX_DUPLICATES = 20;
/** Most groups that one merge may name. */
export const MAX_GROUPS = 100;

/** Lessons of a project of which each probably says the same as every other. */
export const duplicateGroup = z.object({
  id: z.string().describe('Of this group, as long as it has these lessons'),
  lessons: z.array(reflection).describe(`The oldest first, at most ${MAX_DUPLICATES}; the rest is grouped again later`),
  size: z.int().min(2).describe('All of them'),
  isExact: z.boolean().describe('All texts and the outcome are the same: a merge loses no word'),
  likelihood: suspect.shape.likelihood.describe('Of the least alike pair'),
  why: suspect
    .omit({ one: true, other: true, likelihood: true })
    .nullable()
    .describe('The reasons, for a group of two; null for more'),
});
/** See {@link duplicateGroup}. */
export type DuplicateGroup = z.infer<typeof duplicateGroup>;

const saying = z.object({ reflectionId, text: z.string().describe('In the words of that lesson') });

/** Two lessons on the same task, or nearly, that say opposite things. The older one is `one`. */
export const contradiction = z.object({
  one: reflection,
  other: reflection,
  statements: z
    .array(z.object({ worked: saying, didNotWork: saying }))
    .describe('What one says worked and the other says did not, at most 8'),
});
/** See {@link contradiction}. */
export type Contradiction = z.infer<typeof contradiction>;

/** Progress of the background comparison of lessons. */
export const comparing = z.object({
  isDone: z.boolean().describe('False: more may be found'),
  compared: z.int().min(0),
  lessons: z.int().min(0),
});
/** See {@link comparing}. */
export type Comparing = z.infer<typeof comparing>;

/** An accepted lesson that no agent was shown for long. Pinned lessons are never listed. */
export const unusedLesson = z.object({
  reflection,
  reason: z
    .enum(['never_shown', 'stale'])
    .describe('never_shown: to no agent since it was last changed long ago; stale: it was shown, long ago'),
  shown: z.int().min(0).describe('Times that an agent was shown it'),
  lastShownAt: instant.nullable(),
  lastChangedAt: instant,
});
/** See {@link unusedLesson}. */
export type UnusedLesson = z.infer<typeof unusedLesson>;

/** A lesson that agents are told and that somebody judged harmful, until a person retracts it or judges it otherwise. */
export const harmful = z.object({
  reflection,
  counts: z.object({ helpful: z.int(), unhelpful: z.int(), harmful: z.int() }).describe('All verdicts on the lesson'),
  judgements: z
    .array(z.object({ note: feedbackNote, author, at: instant }))
    .describe('Those that say harmful, the newest first, at most 5'),
});
/** See {@link harmful}. */
export type Harmful = z.infer<typeof harmful>;
