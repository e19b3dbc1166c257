import { isDeepStrictEqual } from 'node:util';
import {
  BUNDLE_EXTRA,
  type Episode,
  type EpisodeContent,
  type EpisodeDecision,
  type EpisodeEvent,
  type OutputOf,
} from '@twicewise/contract';
import { ORIGINAL, type ParsedFile, parseAdr038 } from './parse.ts';

type Json = OutputOf<'episode.export'>['file'][string];
type JsonObject = { [key: string]: Json };

function timeOf({ at, timeQuality }: Pick<EpisodeEvent, 'at' | 'timeQuality'>): JsonObject {
  if (at === null) return {};
  return { timestamp: timeQuality === 'day' ? `${at.slice(0, 10)}T00:00:00+00:00` : at };
}

/** The format knows one kind of link. Its writers also use it for order in time, and so do we. */
const CARRIED = new Set(['causes', 'precedes']);

function renderDecision(decision: EpisodeDecision, links: EpisodeContent['links']): JsonObject {
  const { id, type, context, options, chosen, rationale, outcome } = decision;
  return {
    id,
    ...timeOf(decision),
    ...(type === null ? {} : { type }),
    context: context || chosen,
    options,
    chosen,
    rationale: rationale ?? '',
    outcome,
    effects: links.filter(({ from }) => from === id).map(({ to }) => to),
  };
}

function renderEvent(event: EpisodeEvent, links: EpisodeContent['links']): JsonObject {
  const { id, type, content } = event;
  const causes = links.filter(({ to }) => to === id).map(({ from }) => from);
  const effects = links.filter(({ from }) => from === id).map(({ to }) => to);
  return { id, ...timeOf(event), type, content, caused_by: causes, leads_to: effects };
}

/** The file for contents of which nothing came from a file. */
function render({ nativeId, session, content }: Omit<ParsedFile, 'refused'>): JsonObject {
  const links = content.links.filter(({ relation }) => CARRIED.has(relation));
  const { occurredAt, timeQuality, outcome, task, metrics, lessons, memoryRefs } = content;
  return {
    id: nativeId,
    session,
    ...timeOf({ at: occurredAt, timeQuality }),
    outcome,
    task,
    decisions: content.decisions.map((decision) => renderDecision(decision, links)),
    events: content.events.map((event) => renderEvent(event, links)),
    metrics,
    lessons,
    ...(memoryRefs.length === 0 ? {} : { memoryRefs }),
  };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const idOf = (value: Json | undefined) => (isObject(value) && typeof value.id === 'string' ? value.id : null);

/**
 * Applies the changes between `before` and `after` to the original. Unchanged parts keep their spelling, and what only the
 * original has stays. Items of lists are matched by their id.
 */
export function rebase(original: Json, before: Json | undefined, after: Json): Json {
  if (isDeepStrictEqual(before, after)) return original;
  if (isObject(original) && isObject(before) && isObject(after)) {
    const result = { ...original };
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const [was, is] = [before[key], after[key]];
      const known = original[key];
      if (is === undefined) delete result[key];
      else if (known !== undefined) result[key] = rebase(known, was, is);
      else if (!isDeepStrictEqual(was, is)) result[key] = is;
    }
    return result;
  }
  if (!Array.isArray(original) || !Array.isArray(before) || !Array.isArray(after)) return after;
  const find = (items: Json[], id: string | null) =>
    id === null ? undefined : items.find((item) => idOf(item) === id);
  return after.map((item) => {
    const [known, was] = [find(original, idOf(item)), find(before, idOf(item))];
    return known !== undefined && was !== undefined ? rebase(known, was, item) : item;
  });
}

/** Names the parts of an episode that the ADR-038 format cannot hold. */
function notCarried({ decisions, events, links, extra }: Episode): string[] {
  const lost: [is: boolean, what: string][] = [
    [decisions.some(({ risks }) => risks.length > 0), 'risks of decisions'],
    [decisions.some(({ confidence }) => confidence !== null), 'confidence of decisions'],
    [
      events.some(({ commitSha, content }) => commitSha !== null && !content.includes(commitSha)),
      'commits beside the text of events',
    ],
    [links.some(({ relation }) => !CARRIED.has(relation)), 'links that are neither causes nor order in time'],
    [[...decisions, ...events].some((item) => Object.keys(item.extra).length > 0), 'extra data of items'],
    [Object.keys(extra).some((key) => key !== ORIGINAL && key !== BUNDLE_EXTRA), 'extra data'],
  ];
  return lost.filter(([is]) => is).map(([, what]) => what);
}

/** A session's name as a file name. Characters that a file system may refuse become underscores. */
function fileNameOf(id: string): string {
  return `${id
    .replace(/[^\p{L}\p{N}._ -]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 200)}.json`;
}

/** Carries out `episode.export`. */
export function renderAdr038(episode: Episode): OutputOf<'episode.export'> {
  const session = episode.sessionNativeId ?? episode.sessionId;
  const original = episode.extra[ORIGINAL] as Json | undefined;
  const nativeId = episode.nativeId ?? idOf(original) ?? `episode-${session}`;
  const after = render({ nativeId, session, content: episode });
  const file = original === undefined ? after : rebase(original, render(parseAdr038(original)), after);
  return { name: fileNameOf(nativeId), file: file as JsonObject, notCarried: notCarried(episode) };
}
