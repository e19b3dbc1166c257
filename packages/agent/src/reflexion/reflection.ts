import { failureCategory } from '@twicewise/contract';
import * as z from 'zod';
import type { Evaluation } from '../evaluators/evaluation.ts';
import type { PastReflection } from '../memory.ts';
import { storable } from '../storable.ts';

/** What was done in an attempt, for its record and for reflecting on it. */
export interface Action {
  /** `code_modification`, `command_execution` …, or another word. */
  readonly type: string;
  readonly description: string;
  readonly filePath?: string;
  readonly additions?: number;
  readonly deletions?: number;
  readonly command?: string;
}

/** What is made of an attempt, by a model or by rules (S3-19 to S3-25). */
export const reflectionAnswer = z.object({
  reflection: z
    .string()
    .min(1)
    .max(8000)
    .describe('First person: what I did, what went wrong and why, and what I will do next'),
  rootCause: z.string().min(1).max(2000).describe('The one thing that caused the failure'),
  reasoning: z.string().max(4000).default('').describe('How that led to what the checks report'),
  category: failureCategory.nullable().default(null),
  failingActions: z.array(z.int().min(0)).max(100).default([]).describe('Numbers of the actions that caused it'),
  nextSteps: z.array(z.string().min(1).max(2000)).min(1).max(10).describe('What to do in the next attempt, concretely'),
  lessons: z.array(z.string().min(1).max(2000)).max(10).default([]).describe('What holds beyond this task'),
  confidence: z.number().min(0).max(1).nullable().default(null).describe('How sure I am that this is the cause'),
});
/** See {@link reflectionAnswer}. */
export type ReflectionAnswer = z.infer<typeof reflectionAnswer>;

/** What a reflector is given. */
export interface Failed {
  readonly task: string;
  /** Which attempt of this run it was, from 1. */
  readonly attempt: number;
  readonly actions: readonly Action[];
  readonly evaluation: Evaluation;
  /** What the attempt rejected with; null if it came to its end. */
  readonly error: Error | null;
  /** Reflections on earlier attempts, the oldest first. */
  readonly previous: readonly PastReflection[];
  readonly signal: AbortSignal;
}

/** Reflects on an attempt; null if nothing can be said of it. One that rejects counts as null. */
export type Reflector = (failed: Failed) => Promise<ReflectionAnswer | null> | ReflectionAnswer | null;

/** A reflection as an attempt records it. Actions that there are not are left out. */
export function recordedReflection(answer: ReflectionAnswer, actions: number): Partial<PastReflection> {
  return {
    text: storable(answer.reflection, 8000),
    rootCause: storable(answer.rootCause),
    causalReasoning: answer.reasoning === '' ? null : storable(answer.reasoning),
    category: answer.category,
    failingActions: answer.failingActions.filter((place) => place < actions),
    insights: answer.nextSteps.map((step) => storable(step)),
    lessons: answer.lessons.map((lesson) => storable(lesson)),
    confidence: answer.confidence,
  };
}
