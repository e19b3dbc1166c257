import { dataLine, type Episode } from '@twicewise/contract';
import { keyWords } from '../retrieval/index.ts';
import { summarised } from './tell.ts';
import type { CountTokens } from './tokens.ts';

/** An earlier session as a line of a brief. */
export interface SessionLine {
  of: { sessionId: string; episodeId: string };
  text: string;
  tokens: number;
}

/** Most sessions of one brief, and most parts told of the first and of each other. */
const MAX_SESSIONS = 3;
const MAX_PARTS = { first: 4, other: 2 } as const;
/** Most tokens of a session's task, and of one part. */
const TASK_TOKENS = 40;
const PART_TOKENS = 60;
/** Prose and code have 3 to 5 characters to a token. A line this far beyond is not counted: that alone takes long. */
const MAX_CHARACTERS_PER_TOKEN = 16;

/**
 * What a part is worth to who comes after, whatever was asked: what went wrong and what was decided before what merely was
 * done. A part that has all words of the question is worth {@link ASKED_WORTH} more.
 */
const WORTH = { failed: 4, decided: 3, learned: 3.5, next: 3 } as const;
const EVENT_WORTH: Readonly<Record<string, number>> = { error: 4, test: 1, commit: 0.5, milestone: 0.5 };
const ASKED_WORTH = 10;
/** Below, a part is told only where it has words of the question. */
const LEAST_WORTH = 1;

interface Part {
  label: string;
  text: string;
  worth: number;
}

/** What there is to tell of an episode, in its order. The outcome of a decision is its own: how its session ended is another thing. */
function partsOf({ decisions, events, lessons }: Episode): Part[] {
  return [
    ...decisions.map(({ chosen, rationale, outcome }) => ({
      label: outcome === 'failure' ? 'decided, and failed' : 'decided',
      text: rationale ? `${chosen} Because: ${rationale}` : chosen,
      worth: outcome === 'failure' ? WORTH.failed : WORTH.decided,
    })),
    ...events.map(({ type, content }) => ({ label: type, text: content, worth: EVENT_WORTH[type] ?? LEAST_WORTH / 2 })),
    ...lessons.map((text) => ({ label: 'learned', text, worth: WORTH.learned })),
  ];
}

/** Share of the question's words that a text has. */
function shareOf(words: ReadonlySet<string>, text: string): number {
  if (words.size === 0) return 0;
  const found = new Set(keyWords(text).flatMap(({ stem }) => (words.has(stem) ? [stem] : [])));
  return found.size / words.size;
}

/** The parts that say most about the question, each once, the best first. */
function tellingParts(episode: Episode, words: ReadonlySet<string>, most: number): Part[] {
  const ranked = partsOf(episode)
    .map((part) => ({ part, share: shareOf(words, part.text) }))
    .filter(({ part, share }) => part.worth >= LEAST_WORTH || share > 0)
    .map(({ part, share }) => ({ part, rank: part.worth + ASKED_WORTH * share }))
    .sort((a, b) => b.rank - a.rank);
  const once = new Map(ranked.map(({ part }) => [part.text, part]));
  return [...once.values()].slice(0, most);
}

function lineOf(episode: Episode, words: ReadonlySet<string>, most: number, count: CountTokens): string {
  const { id, sessionId, sessionNativeId, task, outcome, outcomeSource, occurredAt } = episode;
  const parts = tellingParts(episode, words, most);
  return dataLine({
    session: sessionNativeId ?? sessionId,
    episode: id,
    ...(occurredAt === null ? {} : { when: occurredAt.slice(0, 10) }),
    outcome: outcome === 'unknown' ? outcome : `${outcome} (${outcomeSource})`,
    task: summarised(task, TASK_TOKENS, count),
    ...(parts.length === 0
      ? {}
      : { known: parts.map(({ label, text }) => `${label}: ${summarised(text, PART_TOKENS, count)}`) }),
  });
}

/** Earlier sessions as lines of data, the most relevant first, as long as they fit into `room` tokens. */
export function sessionLines(
  episodes: readonly Episode[],
  question: string,
  room: number,
  countTokens: CountTokens,
): SessionLine[] {
  const words = new Set(keyWords(question).map(({ stem }) => stem));
  const lines: SessionLine[] = [];
  let left = room;
  for (const episode of episodes) {
    if (lines.length >= MAX_SESSIONS) break;
    // One that does not fit in full may in short: its task and outcome alone say that it was done before.
    for (const most of [lines.length === 0 ? MAX_PARTS.first : MAX_PARTS.other, 1, 0]) {
      const text = lineOf(episode, words, most, countTokens);
      if (text.length > left * MAX_CHARACTERS_PER_TOKEN) continue;
      const tokens = countTokens(`${text}\n`);
      if (tokens > left) continue;
      left -= tokens;
      lines.push({ of: { sessionId: episode.sessionId, episodeId: episode.id }, text, tokens });
      break;
    }
  }
  return lines;
}
