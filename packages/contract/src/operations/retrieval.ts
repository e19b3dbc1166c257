import * as z from 'zod';
import { itemId } from '../domain/episode.ts';
import { agentAnswer, exposure } from '../domain/exposure.ts';
import { feedback, feedbackNote, verdict } from '../domain/feedback.ts';
import { episodeId, exposureId, operationId, reference, reflectionId, sessionId } from '../domain/ids.ts';
import { cursor, limit, maxBytes, maxTokens, page } from '../domain/page.ts';
import { patternId } from '../domain/pattern.ts';
import { briefedLesson, toldSession } from '../domain/reminder.ts';
import {
  memoryHit,
  memoryKind,
  queryText,
  ranker,
  reflectionSummary,
  searchHit,
  searchNotes,
  tooLong,
} from '../domain/retrieval.ts';
import { label } from '../domain/text.ts';
import { MAX_BRIEF_TOKENS, MIN_BRIEF_TOKENS } from '../facts/setting-ranges.ts';
import { command, query } from './define.ts';
import { reflectionFilters } from './reflections.ts';

/** Most hits of one search. */
const MAX_HITS = 200;
/** Most earlier sessions returned beside lessons. */
const MAX_SESSIONS_BESIDE = 3;
/** Most lessons offered as uncertain. */
const MAX_MAYBE = 3;

/** Without `text`: the words come from the query, and a hit need not contain all of them. */
const { text: _text, ...filters } = reflectionFilters;

const place = { projectId: reference.optional(), sessionId: reference.optional() };

/** How a search ranks and what it returns. */
const tuning = {
  everywhere: z
    .boolean()
    .default(false)
    .describe('All projects; otherwise an agent that names no project searches its own'),
  minRelevance: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe('Leave out less relevant ones; 0 gives everything ranked. Default: what tells own from foreign queries'),
  explain: z.boolean().default(false).describe('Say of each hit why it is where it is'),
  prefix: z.boolean().default(false).describe('The last word may be unfinished: for search while typing'),
};

const searchFields = {
  taskDescription: queryText
    .optional()
    .describe('What you are about to do, or words to look for; without it the newest come first'),
  taskKeywords: z.array(label(128)).max(32).optional().describe('More words to look for; any of them counts'),
  ...filters,
  state: reflectionFilters.state.describe('Default: draft and accepted'),
  outcomeFilter: reflectionFilters.outcome.describe('The same as outcome; both must hold when both are given'),
  ...tuning,
  limit: limit(5, MAX_HITS),
  maxBytes,
  maxTokens,
  sessions: z
    .int()
    .min(0)
    .max(MAX_SESSIONS_BESIDE)
    .optional()
    .describe(
      'Also tell so many earlier sessions that had to do with it, where nothing but words and project is asked',
    ),
  maybe: z
    .int()
    .min(0)
    .max(MAX_MAYBE)
    .optional()
    .describe('Where no lesson is relevant, offer so many that may have to do with it'),
};

/** A lesson that may be relevant to the question, summarised in a line. */
const maybeLesson = z.object({
  reflectionId,
  relevance: z.number().describe('Below what counts as relevant'),
  line: z.string().describe('Its task and outcome, as a line of data'),
});

const hits = z.object({ hits: z.array(searchHit), ...searchNotes });

const found = hits.extend({
  late: z
    .array(ranker)
    .describe('Rankings that had not answered in time: the same question, asked again a moment later, may find more'),
  sessions: z
    .array(z.object({ sessionId, episodeId, line: z.string().describe('What is known of it, as a line of data') }))
    .optional()
    .describe('The most relevant first; missing when none was asked for'),
  maybe: z.array(maybeLesson).optional().describe('The most relevant first; missing when none was asked for'),
});

const verdictCounts = z
  .object({ helpful: z.int(), unhelpful: z.int(), harmful: z.int() })
  .describe('All verdicts on the lesson, by whomever');

const brief = z.object({
  text: z.string().describe('The exact text an agent gets: lessons are fenced as data'),
  tokens: z.int().describe('Size of the text, counted by a real tokenizer'),
  budget: z.int(),
  lessons: z.array(briefedLesson).describe('In the order of the text'),
  deadEnds: z
    .array(z.object({ episodeId, itemId, tokens: z.int() }))
    .describe('Decisions of earlier sessions that failed, told among the warnings'),
  patterns: z
    .array(z.object({ id: patternId, tokens: z.int() }))
    .describe('What was done for like reasons: asserted, or clear by its known cases'),
  sessions: z
    .array(toldSession)
    .describe('Earlier sessions that had to do with the task: what was decided, what failed, what was learned'),
  maybe: z
    .array(z.object({ id: reflectionId, relevance: z.number(), tokens: z.int() }))
    .describe(
      'Where no lesson is relevant: what may have to do with the task, a line each; no exposure is written down',
    ),
  omitted: z.object({
    overBudget: z
      .int()
      .describe('Relevant, but not shown: it did not fit. Of the most relevant lesson a part is shown, which says so'),
    same: z.int().describe('Say the same as one that is shown'),
  }),
  rankers: z.array(ranker),
  logged: z.boolean().describe('An exposure was written down for each lesson'),
});

/**
 * Operations that find lessons, pass them to agents, and list what was shown. These queries change no lesson. What an agent is
 * shown is recorded beside the memory (`exposure.list`) and not undone.
 */
export const retrievalOperations = {
  'reflection.search': query(
    'Lessons relevant to a task, the most relevant first. Nothing relevant is an empty answer.',
    z.strictObject(searchFields),
    found,
  ),
  'reflection.similar': query(
    'Lessons that resemble a lesson, the most similar first, itself left out.',
    z.strictObject({
      id: reflectionId,
      everywhere: z.boolean().default(false).describe('All projects instead of that of the lesson'),
      explain: tuning.explain,
      limit: limit(5, MAX_HITS),
      maxBytes,
    }),
    hits,
  ),
  'memory.search': query(
    'Anything in memory by words or identifiers: lessons, and sessions by what is known of them.',
    z.strictObject({
      text: queryText,
      ...place,
      kinds: z.array(memoryKind).min(1).max(memoryKind.options.length).optional().describe('Default: all'),
      ...tuning,
      limit: limit(10, MAX_HITS),
      maxBytes,
    }),
    z.object({ hits: z.array(memoryHit), ...searchNotes }),
  ),
  'reflection.summary': query(
    'What commonly fails and what works in a project or session, with counts and how the outcomes are known.',
    z.strictObject(place),
    reflectionSummary,
  ),
  'reflection.format': query(
    'Lessons as the Markdown block of the source document, for prompts of your own; empty when there are none. It is not fenced: memory.brief is.',
    z.strictObject({
      ids: z.array(reflectionId).max(100).optional().describe('Exactly these, in this order'),
      taskDescription: queryText.optional().describe('Otherwise the relevant ones; without it the newest'),
      ...place,
      limit: limit(5, 100),
      maxBytes,
    }),
    z.object({ prompt: z.string(), ids: z.array(reflectionId), tooLong }),
  ),
  'memory.brief': query(
    'What to know before a task, as a prompt block within a token budget: what failed first, then what worked.',
    z.strictObject({
      task: queryText,
      ...place,
      budget: z
        .int()
        .min(MIN_BRIEF_TOKENS)
        .max(MAX_BRIEF_TOKENS)
        .default(800)
        .describe(`Most tokens of the text, ${MIN_BRIEF_TOKENS} to ${MAX_BRIEF_TOKENS}`),
      dryRun: z.boolean().default(false).describe('A preview: the same text, nothing written down'),
      trigger: label(64).default('tool').describe('`tool` when the agent asked, otherwise the name of the hook'),
    }),
    brief,
  ),
  'memory.feedback': command(
    'Say whether a lesson helped. An agent can judge lessons of its project and those it was shown, each once in a session: ' +
      'a later judgement takes the place of its earlier one.',
    z.union([
      z.strictObject({ reflectionId, verdict, note: feedbackNote.default('') }),
      z.strictObject({ exposureId, verdict, note: feedbackNote.default('') }),
    ]),
    z.object({
      feedback,
      counts: verdictCounts,
      operationId: operationId.nullable().describe('Null: it was judged so before'),
    }),
  ),
  'exposure.recent': query(
    'What agents were told lately: each answer with its lessons and what came of it, the newest first.',
    z.strictObject({
      projectId: reference.optional(),
      sessionId: reference.optional().describe('Told in one session: what its agent was given'),
      empty: z.boolean().default(false).describe('Also answers in which there was nothing to tell'),
      limit: limit(20, 100),
      cursor,
      withTotal: z.boolean().default(false),
    }),
    page(agentAnswer).extend({ total: z.int().nullable().describe('Answers in all, when asked for') }),
  ),
  'exposure.text': query(
    'The exact text that an agent was given with one answer. The newest 16 MiB of such texts are kept.',
    z.strictObject({ seq: z.int().min(1).describe('Number of the answer, as exposure.recent names it') }),
    z.object({
      seq: z.int(),
      form: z
        .enum(['text', 'data'])
        .nullable()
        .describe(
          '`text`: word for word what was given; `data`: a program got this JSON, with `query`, and made its own text of it',
        ),
      text: z
        .string()
        .nullable()
        .describe(
          'Without secrets; only its first 100,000 UTF-16 units. Null where there is none, and `missing` says why',
        ),
      length: z.int().nullable().describe('Size of the whole text in UTF-16 units'),
      missing: z
        .enum(['not_kept', 'purged'])
        .nullable()
        .describe('`not_kept`: shown before texts were kept, or too long ago; `purged`: it held what was purged since'),
    }),
  ),
  'exposure.list': query(
    'Times a lesson was shown to an agent and what came of it, the newest first.',
    z.strictObject({ reflectionId, limit: limit(20), cursor }),
    page(exposure).extend({ verdicts: verdictCounts }),
  ),
};
