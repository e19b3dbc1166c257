import * as z from 'zod';
import { MAX_ITEMS, memoryRef } from './episode.ts';
import { MAX_TEXT_BYTES } from './text.ts';

const nullableList = <T extends z.ZodType>(item: T) => z.array(item).max(MAX_ITEMS).nullable().optional();
const name = z.string().min(1).max(64);
const words = z.string().max(MAX_TEXT_BYTES);
const ids = nullableList(name);

const decision = z.looseObject({
  id: name.describe('Name within the episode, such as d001'),
  timestamp: words.nullish(),
  type: name.nullish().describe('design, implementation, test, recovery, routing, or another word'),
  context: words.nullish(),
  options: nullableList(words),
  chosen: words.nullish().describe('What was decided'),
  summary: words.nullish().describe('In place of chosen'),
  rationale: words.nullish(),
  outcome: name.nullish(),
  effects: ids.describe('Decisions and events that it caused'),
});

const event = z.looseObject({
  id: name.describe('Name within the episode, such as e001'),
  timestamp: words.nullish(),
  type: name.describe('tool_call, error, milestone, handoff, commit, test, artifact, or another word'),
  content: words.nullish(),
  caused_by: ids,
  leads_to: ids,
});

/**
 * An episode file of ADR-038, including what its writers produce in practice: lists may be null, a decision may have `summary`
 * instead of `chosen`, and times have four formats. Unknown fields are kept.
 */
export const episodeFile = z.looseObject({
  id: z.string().min(1).max(512),
  session: z.string().min(1).max(512).describe('Name of the session'),
  timestamp: words.nullish(),
  outcome: z.string().max(256).nullish(),
  task: words.nullish(),
  decisions: nullableList(decision),
  events: nullableList(event),
  metrics: z.record(name, z.json()).nullish(),
  lessons: nullableList(words.nullable()),
  memoryRefs: z.array(memoryRef).max(200).nullish().describe('Memories of other systems that it belongs to'),
});
/** See {@link episodeFile}. */
export type EpisodeFile = z.infer<typeof episodeFile>;

/** The JSON Schema of episode files, for writing or checking them without Twicewise (S1-67). */
export function episodeFileSchema(): Record<string, unknown> {
  return z.toJSONSchema(episodeFile, { io: 'input' }) as Record<string, unknown>;
}
