import { dataLine, type Episode } from '@twicewise/contract';
import { keyWords, shareOfWords } from '@twicewise/search';
import { eventWorth } from '../agent-text/event-worth.ts';
import { outcomeKnown } from '../agent-text/outcome-known.ts';
import { summarised } from '../agent-text/tell.ts';
import type { CountTokens } from '../agent-text/tokens.ts';

/** An earlier session as a line of a brief. */
export interface SessionLine {
  of: { sessionId: string; episodeId: string };
  text: string;
  tokens: number;
}

/** Maximum number of sessions in a brief, and of parts shown of the first and of each other one. */
const MAX_SESSIONS = 3;
const MAX_PARTS = { first: 4, other: 2 } as const;
/** Maximum tokens of a session's task, and of one part. */
const TASK_TOKENS = 40;
const PART_TOKENS = 60;
/**
 * Maximum number of parts of an episode that are compared with the question, and of characters of each. An agent may store
 * hundreds of parts.
 */
const MAX_LOOKED = 100;
const MAX_LOOKED_CHARACTERS = 600;

/**
 * How useful a part is to later sessions, whatever the question: failures and decisions rank above what was merely done. A part
 * that contains all words of the question gets {@link ASKED_WORTH} more.
 */
const WORTH = { failed: 4, decided: 3, learned: 3.5 } as const;
const ASKED_WORTH = 10;
/** A part below this worth is shown only if it has words of the question. */
const LEAST_WORTH = 1;

interface Part {
  label: string;
  text: string;
  worth: number;
}

/**
 * The parts of an episode that can be shown, most important kinds first. A decision has its own outcome, independent of the
 * session's.
 */
function partsOf({ decisions, events, lessons }: Episode): Part[] {
  const parts = [
    ...decisions.map(({ chosen, rationale, outcome }) => ({
      label: outcome === 'failure' ? 'decided, and failed' : 'decided',
      text: rationale ? `${near(chosen)} Because: ${near(rationale)}` : near(chosen),
      worth: outcome === 'failure' ? WORTH.failed : WORTH.decided,
    })),
    ...lessons.map((text) => ({ label: 'learned', text: near(text), worth: WORTH.learned })),
    ...events.map(({ type, content }) => ({
      label: type,
      text: near(content),
      worth: eventWorth(type),
    })),
  ];
  return parts.toSorted((a, b) => b.worth - a.worth).slice(0, MAX_LOOKED);
}

/** The beginning of a text; the rest is neither compared nor shown. */
function near(text: string): string {
  return text.slice(0, MAX_LOOKED_CHARACTERS).toWellFormed();
}

/** The parts that say most about the question, best first, without duplicates. */
function tellingParts(episode: Episode, words: ReadonlySet<string>): Part[] {
  const ranked = partsOf(episode)
    .map((part) => ({ part, share: shareOfWords(words, part.text) }))
    .filter(({ part, share }) => part.worth >= LEAST_WORTH || share > 0)
    .map(({ part, share }) => ({ part, rank: part.worth + ASKED_WORTH * share }))
    .sort((a, b) => b.rank - a.rank);
  const once = new Map(ranked.map(({ part }) => [part.text, part]));
  return [...once.values()].slice(0, MAX_PARTS.first);
}

function lineOf(episode: Episode, known: readonly string[], task: string, withProject: boolean): string {
  const { id, sessionId, sessionNativeId, projectName, outcome, outcomeSource, occurredAt } = episode;
  return dataLine({
    session: sessionNativeId ?? sessionId,
    episode: id,
    ...(occurredAt === null ? {} : { when: occurredAt.slice(0, 10) }),
    outcome: outcome === 'unknown' ? outcome : outcomeKnown(outcome, outcomeSource),
    ...(withProject ? { project: projectName } : {}),
    task,
    ...(known.length === 0 ? {} : { known }),
  });
}

/** An earlier session as text, in full and in shorter forms, each with its size. */
export interface SessionForms {
  of: SessionLine['of'];
  /** Longest first. The last has only the task and outcome. */
  forms: readonly { text: string; tokens: number }[];
}

/** Renders the first of these episodes, once for all attempts to fit them. */
export function sessionForms(
  episodes: readonly Episode[],
  question: string,
  withProject: boolean,
  countTokens: CountTokens,
): readonly SessionForms[] {
  const words = new Set(keyWords(question).map(({ stem }) => stem));
  return episodes.slice(0, MAX_SESSIONS).map((episode, index) => {
    const task = summarised(near(episode.task), TASK_TOKENS, countTokens);
    const known = tellingParts(episode, words).map(
      ({ label, text }) => `${label}: ${summarised(text, PART_TOKENS, countTokens)}`,
    );
    const sizes = [index === 0 ? MAX_PARTS.first : MAX_PARTS.other, 1, 0];
    const forms = sizes.map((most) => {
      const text = lineOf(episode, known.slice(0, most), task, withProject);
      return { text, tokens: countTokens(`${text}\n`) };
    });
    return { of: { sessionId: episode.sessionId, episodeId: episode.id }, forms };
  });
}

/** As many earlier sessions as fit into `room` tokens, as lines of data, most relevant first. */
export function sessionLines(sessions: readonly SessionForms[], room: number): SessionLine[] {
  const lines: SessionLine[] = [];
  let left = room;
  for (const { of, forms } of sessions) {
    const fitting = forms.find(({ tokens }) => tokens <= left);
    if (!fitting) continue;
    left -= fitting.tokens;
    lines.push({ of, ...fitting });
  }
  return lines;
}
