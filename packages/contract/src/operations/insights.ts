import * as z from 'zod';
import { memoryMetrics } from '../domain/exposure.ts';
import { reference } from '../domain/ids.ts';
import { insights, MAX_POINTS, timeStep } from '../domain/insights.ts';
import { instant } from '../domain/time.ts';
import { FEWEST_OUTCOMES } from '../facts/filters.ts';
import { query } from './define.ts';

/** Largest offset of a time zone from UTC, in minutes. */
const MAX_OFFSET = 14 * 60;

/** Operations that report numbers about the memory. */
export const insightOperations = {
  'memory.insights': query(
    'How attempts go over time and among whom, what fails and works most often, and whether lessons are read. Exact: every number counts rows that reflection.list finds.',
    z.strictObject({
      projectId: reference.optional(),
      since: instant.optional().describe('createdAt at or after; the first lesson when left out'),
      until: instant.optional().describe('createdAt before; now when left out'),
      step: timeStep
        .optional()
        .describe(
          `When left out the finest that makes at most 60 steps, and weeks for more than two of them where most days with lessons have fewer than ${FEWEST_OUTCOMES} known outcomes; ${MAX_POINTS} steps at most`,
        ),
      utcOffset: z
        .int()
        .min(-MAX_OFFSET)
        .max(MAX_OFFSET)
        .default(0)
        .describe('Minutes that local time is ahead of UTC: where days begin'),
    }),
    insights,
  ),
  'memory.metrics': query(
    'How memory is used and whether it helps; every number with how many observations it rests on.',
    z.strictObject({ projectId: reference.optional(), since: instant.optional() }),
    memoryMetrics,
  ),
};
