import * as z from 'zod';
import { causalClaim, claimContent } from '../domain/cause.ts';
import { operationId, reference } from '../domain/ids.ts';
import { limit } from '../domain/page.ts';
import {
  MAX_PATTERN_CASES,
  pattern,
  patternCase,
  patternContent,
  patternId,
  patternKind,
  patternStanding,
  patternState,
} from '../domain/pattern.ts';
import { queryText } from '../domain/retrieval.ts';
import { told } from './causes.ts';
import { command, query } from './define.ts';

const place = {
  projectId: reference.optional().describe('Default for an agent: its own project; else all projects'),
  everywhere: z.boolean().default(false).describe('All projects'),
};
const share = z.number().min(0).max(1);

/** Operations on patterns: what was done for similar reasons, how often, and how it went (S1-45…47, S1-54, S1-55, X11). */
export const patternOperations = {
  'pattern.list': query(
    'Patterns: what was done for like reasons in at least two sessions, and what somebody asserted. Those that somebody stands for first, then by known cases.',
    z.strictObject({
      ...place,
      text: queryText.optional().describe('Words that its trigger or action has'),
      kinds: z.array(patternKind).max(2).optional(),
      states: z.array(patternState).max(3).default(['suggested', 'asserted']),
      standings: z.array(patternStanding).max(3).optional().describe('fails: the anti-patterns'),
      minSuccess: share.optional().describe('Patterns with at least this share of successes, and a known case'),
      maxSuccess: share.optional().describe('Patterns with at most this share of successes, and a known case'),
      minOccurrences: z.int().min(0).max(100_000).default(0),
      limit: limit(50, 200),
      offset: z.int().min(0).max(1_000_000).default(0),
    }),
    z.object({
      items: z.array(pattern),
      total: z.int().describe('That match, beyond the page too'),
      standings: z
        .object({ works: z.int(), fails: z.int(), open: z.int() })
        .describe('Of those that match apart from the filter for standings'),
    }),
  ),
  'pattern.get': query(
    'One pattern with the lessons and episodes that show it and with what was said of it, the newest first.',
    z.strictObject({ ...place, id: patternId }),
    z.object({
      pattern,
      trigger: z.string().describe('In full'),
      action: z.string().describe('In full'),
      cases: z.array(patternCase).describe(`At most ${MAX_PATTERN_CASES}`),
      claims: z.array(causalClaim).describe(`At most ${MAX_PATTERN_CASES}`),
    }),
  ),
  'pattern.match': query(
    'Patterns whose trigger is like a task or an error: what was done about it, and how often that helped. Each in less than 100 tokens.',
    z.strictObject({
      ...place,
      text: queryText.min(1).describe('A task, or an error as it was printed'),
      limit: limit(3, 20),
    }),
    z.object({ items: z.array(pattern.extend({ relevance: share })), ...told }),
  ),
  'pattern.assert': command(
    'Say that a trigger calls for an action, or with `disputes` that it is no pattern. What is only counted stays a suggestion until somebody does. A later word of the same author in the same session takes its place; causal.retract takes it back.',
    z.strictObject({
      projectId: reference.optional(),
      sessionId: reference.optional().describe('Default: your own session'),
      pattern: z
        .union([
          patternId,
          z.strictObject({ kind: patternContent.kind, trigger: patternContent.trigger, action: patternContent.action }),
        ])
        .describe('One that is known, or a new one'),
      stance: claimContent.stance.default('supports'),
      note: patternContent.note.default(''),
    }),
    z.object({
      claim: causalClaim,
      pattern: pattern.nullable().describe('As it stands now; null when nothing speaks of it any longer'),
      operationId: operationId.nullable(),
      notes: z.array(z.string()),
    }),
  ),
};
