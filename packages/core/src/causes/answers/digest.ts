import {
  counted,
  type Episode,
  type EpisodeDecision,
  type EpisodeEvent,
  type EpisodeSummary,
  flatName,
  type OutputOf,
  shorten,
} from '@twicewise/contract';
import { eventWorth } from '../../agent-text/event-worth.ts';
import { outcomeSaid } from '../../agent-text/outcome-known.ts';
import { BUDGET, summarised, tell } from '../../agent-text/tell.ts';
import type { CountTokens } from '../../agent-text/tokens.ts';
import type { SessionsOfDay } from '../../sessions/episodes/sessions-asked.ts';

interface Part {
  worth: number;
  words: () => string;
}

function decisionPart(
  { id, chosen, rationale, outcome, outcomeSource, risks }: EpisodeDecision,
  count: CountTokens,
): Part {
  const worth = 3 + (rationale ? 1 : 0) + (outcome === 'failure' ? 2 : 0) + Math.min(risks.length, 2) / 2;
  const words = () => {
    const why = rationale ? ` Because: ${summarised(rationale, 40, count)}` : '';
    const how = outcome === 'unknown' ? '' : ` [${outcomeSaid(outcome, outcomeSource)}]`;
    return `- decided (${flatName(id)}): ${summarised(chosen, 40, count)}${why}${how}`;
  };
  return { worth, words };
}

function eventPart({ id, type, content }: EpisodeEvent, count: CountTokens): Part {
  return {
    worth: eventWorth(type),
    words: () => `- ${flatName(type)} (${flatName(id)}): ${summarised(content, 30, count)}`,
  };
}

/** The short name of an episode's session. */
function nameOf({ sessionNativeId, sessionId }: Pick<Episode, 'sessionNativeId' | 'sessionId'>): string {
  return shorten(flatName(sessionNativeId ?? sessionId), 60);
}

/** The note above an episode that was found by words instead of by name. */
function notNamed(near: readonly Episode[]): string {
  const names = near.map(nameOf);
  const then = names.length === 0 ? '' : `; also near: ${names.join(', ')}`;
  return `No session has that name. The nearest to the words${then}:`;
}

/** Maximum number of further sessions of a day that are listed by id. */
const MOST_OTHERS = 20;

/** The sessions of a day in less than 500 tokens, one line each. Expects at least one session. */
export function digestOfDay({ date, sessions }: SessionsOfDay, count: CountTokens): OutputOf<'episode.digest'> {
  const [first, ...others] = sessions;
  const head = [
    `${counted(sessions.length, 'session')} of ${date}; memory_ask with kind episode, about its name, tells one:`,
  ];
  const words = (one: EpisodeSummary) =>
    `- ${nameOf(one)}: ${summarised(one.task, 30, count)} [${outcomeSaid(one.outcome, one.outcomeSource)}]`;
  const told = tell({ head, items: sessions, words, max: BUDGET.episode, count });
  return { id: (first as EpisodeSummary).id, ...told, others: others.slice(0, MOST_OTHERS).map(({ id }) => id) };
}

/**
 * An episode in less than 500 tokens (S1-70): the most useful parts first; a part that does not fit is left out whole.
 * @param near Null when the episode was named, otherwise other episodes that match the words.
 */
export function digestOf(
  episode: Episode,
  count: CountTokens,
  near: readonly Episode[] | null = null,
): OutputOf<'episode.digest'> {
  const { id, sessionNativeId, task, outcome, outcomeSource, occurredAt, decisions, events, lessons } = episode;
  const parts: Part[] = [
    ...decisions.map((decision) => decisionPart(decision, count)),
    ...events.map((event) => eventPart(event, count)),
    ...lessons.map((lesson) => ({ worth: 3.5, words: () => `- learned: ${summarised(lesson, 40, count)}` })),
  ];
  const ranked = parts.map((part, at) => ({ ...part, at })).sort((a, b) => b.worth - a.worth || a.at - b.at);
  const when = occurredAt === null ? '' : `, ${occurredAt.slice(0, 10)}`;
  const how = outcomeSaid(outcome, outcomeSource);
  const name = sessionNativeId === null ? '' : ` ${nameOf(episode)}`;
  const sizes = `${counted(decisions.length, 'decision')}, ${counted(events.length, 'event')}, ${counted(lessons.length, 'lesson')}`;
  const head = [
    ...(near === null ? [] : [notNamed(near)]),
    `Session${name}: ${summarised(task, 60, count)} [${how}${when}; ${id}]`,
    parts.length === 0 ? 'No more is recorded of it.' : `${sizes}; the weightiest first:`,
  ];
  const told = tell({ head, items: ranked, words: ({ words }) => words(), max: BUDGET.episode, count });
  return { id, ...told, others: (near ?? []).map((other) => other.id) };
}
