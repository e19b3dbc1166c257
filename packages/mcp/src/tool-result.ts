import type { CallToolResult } from '@modelcontextprotocol/server';
import {
  type Envelope,
  type Failure,
  flatName,
  type OutputOf,
  type Reflection,
  visibleValue,
} from '@twicewise/contract';
import { renderFailure, renderValue, TOLD } from './render.ts';

/** Longest lists of one answer together, in UTF-16 units of their JSON; what does not fit is counted in `leftOut`. */
const MAX_LISTS = 48_000;

/** A value whose lists are cut to what a client can be sent; `leftOut` says of which list how many items. */
function bounded(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const leftOut: Record<string, number> = {};
  let size = 0;
  const entries = Object.entries(value).map(([key, items]) => {
    if (!Array.isArray(items)) return [key, items];
    const end = items.findIndex((item) => {
      size += JSON.stringify(item).length;
      return size > MAX_LISTS;
    });
    if (end >= 0) leftOut[key] = items.length - end;
    return [key, end < 0 ? items : items.slice(0, end)];
  });
  return { ...Object.fromEntries(entries), ...(Object.keys(leftOut).length > 0 ? { leftOut } : {}) };
}

/** What is known of a lesson beside its words. */
function lessonFacts(lesson: Reflection) {
  const { id, projectId, sessionId, kind, attemptNumber, outcome, outcomeSource, confidence, state, createdAt } =
    lesson;
  const by = lesson.author.kind;
  return { id, projectId, sessionId, kind, attemptNumber, outcome, outcomeSource, confidence, state, by, createdAt };
}

/** Ids and states of what was stored: the agent has just written the rest. */
function storedFacts({ reflection, ...rest }: OutputOf<'reflection.store'>) {
  const { id, nativeId, projectId, projectName, sessionId, sessionNativeId, state, createdAt } = reflection;
  const name = flatName(projectName);
  return {
    reflection: { id, nativeId, projectId, projectName: name, sessionId, sessionNativeId, state, createdAt },
    ...rest,
  };
}

function summaryFacts(summary: OutputOf<'reflection.summary'>) {
  const { commonFailures: _f, effectiveStrategies: _e, recentLessons, failures, strategies, ...numbers } = summary;
  const counts = (entries: typeof failures) => entries.map(({ text: _text, ...rest }) => rest);
  return {
    ...numbers,
    recentLessons: recentLessons.map(lessonFacts),
    failures: counts(failures),
    strategies: counts(strategies),
  };
}

/** The part of each answer that holds no stored words: ids, numbers and states. */
const FACTS: Partial<Record<string, (value: never) => object>> = {
  ...Object.fromEntries(
    TOLD.map((name) => [name, ({ tokens, omitted }: { tokens: number; omitted: number }) => ({ tokens, omitted })]),
  ),
  'reflection.store': storedFacts,
  'reflection.get': ({ reflection }: OutputOf<'reflection.get'>) => ({ reflection: lessonFacts(reflection) }),
  'reflection.recent': ({ items, ...rest }: OutputOf<'reflection.recent'>) => ({
    items: items.map(lessonFacts),
    ...rest,
  }),
  'reflection.search': ({ hits, sessions = [], maybe = [], ...rest }: OutputOf<'reflection.search'>) => ({
    hits: hits.map(({ reflection, why: _why, ...hit }) => ({ reflection: lessonFacts(reflection), ...hit })),
    sessions: sessions.map(({ line: _line, ...ids }) => ids),
    maybe: maybe.map(({ line: _line, ...known }) => known),
    ...rest,
  }),
  'reflection.summary': summaryFacts,
  'memory.brief': ({ text: _text, ...rest }: OutputOf<'memory.brief'>) => rest,
  'memory.feedback': ({ feedback, counts }: OutputOf<'memory.feedback'>) => {
    const { id, reflectionId, verdict } = feedback;
    return { feedback: { id, reflectionId, verdict }, counts };
  },
};

/** A failure as a tool result: text with the next step for the agent, and the same as data for programs. */
export function toFailedResult(error: Failure): CallToolResult {
  const structuredContent = visibleValue({ error }) as Record<string, unknown>;
  return { content: [{ type: 'text', text: renderFailure(error) }], structuredContent, isError: true };
}

/**
 * An envelope as a tool result: a text for the agent, and facts for programs. An expected failure is a result with
 * `isError`, so that the agent reads the next step.
 *
 * Stored words are only told inside a fence. Some clients give their model `structuredContent` in place of the content
 * (Claude Code 2.1.280 does, anthropics/claude-code issue 79944), so the fenced text is there too. A program that wants the
 * words as data asks for them with {@link DATA_META}.
 */
export function toToolResult(name: string, envelope: Envelope, asData = false): CallToolResult {
  if (!envelope.ok) return toFailedResult(envelope.error);
  const text = renderValue(name, envelope.value);
  const content: CallToolResult['content'] = [{ type: 'text', text }];
  const data = asData ? (envelope.value as object) : { text, ...FACTS[name]?.(envelope.value as never) };
  return { content, structuredContent: bounded(visibleValue(data) as Record<string, unknown>) };
}
