import { type Episode, type EpisodeLines, MAX_LINE, shorten } from '@twicewise/contract';
import { MAX_FILTER_WORDS } from '@twicewise/store';

/** A line that is cut begins at most this many characters before its first match, so that a narrow list shows it. */
const BEFORE = 12;
/** A narrow list shows hardly more of a line. */
const SEEN = 26;

/** The words of a filter as the store looks for them: anywhere in a text, whatever their case. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_FILTER_WORDS);
}

function textsOf({ decisions, events, lessons }: Episode): string[] {
  return [
    ...decisions.flatMap(({ chosen, rationale, context, options, risks }) => [
      chosen,
      rationale ?? '',
      context,
      ...options,
      ...risks,
    ]),
    ...events.map(({ content }) => content),
    ...lessons,
  ];
}

/** Where the first of these words begins and ends in a text that has one of them. */
function firstOf(lower: string, words: readonly string[]): { first: number; end: number } {
  const places = words.map((word) => ({ first: lower.indexOf(word), end: lower.indexOf(word) + word.length }));
  return places.filter(({ first }) => first >= 0).reduce((one, other) => (other.first < one.first ? other : one));
}

/** A line from shortly before its first match on, at most {@link MAX_LINE} characters. */
function cut(line: string, words: readonly string[]): string {
  const lower = line.toLowerCase();
  const { first, end } = firstOf(lower, words);
  if (first <= BEFORE || end <= SEEN) return shorten(line, MAX_LINE);
  const from = first - BEFORE;
  const blank = line.indexOf(' ', from);
  const start = blank >= 0 && blank < first ? blank + 1 : from;
  return `… ${shorten(line.slice(start), MAX_LINE - 2)}`;
}

/** The line of a title that has the words, if it would not be seen in a list. */
function titleLine(title: string, words: readonly string[]): string | null {
  const lower = title.toLowerCase();
  return firstOf(lower, words).end > SEEN ? cut(title.replace(/\s+/g, ' '), words) : null;
}

/**
 * The line of these texts that has most of the words of a search beyond those of the title, the first of equal ones. Where the title
 * has them all, a line that has them, too, or the part of the title that has them and would not be seen. Null if there is none.
 */
export function foundLine(title: string, texts: readonly string[], text: string): string | null {
  const asked = wordsOf(text);
  if (asked.length === 0) return null;
  const beyond = asked.filter((word) => !title.toLowerCase().includes(word));
  const words = beyond.length > 0 ? beyond : asked;
  let best: string | null = null;
  let most = beyond.length > 0 ? 0 : asked.length - 1;
  for (const line of texts.flatMap((whole) => whole.split('\n'))) {
    const lower = line.toLowerCase();
    const count = words.filter((word) => lower.includes(word)).length;
    if (count <= most) continue;
    [best, most] = [line.trim(), count];
    if (most === words.length) break;
  }
  if (best !== null && !title.includes(best)) return cut(best, words);
  return beyond.length > 0 ? null : titleLine(title, asked);
}

/** Events that say what came of a session. */
const RESULTS = new Set(['test', 'milestone', 'handoff']);
/** Events that have lines of their own, or are steps on the way. */
const NO_RESULTS = new Set(['error', 'next_step', 'tool_call']);
/** A single word says hardly anything. */
const WORDS = /\S\s+\S/;
/** A first line that is only the heading of what follows. */
const HEADING = /^(.{1,40}[^.!?\s]):?[ \t]*\n\s*(?:[-*+][ \t]+)?(.+)[\s\S]*/;

/** The text of the event that says what came of a session: a check or a milestone, else a commit; others where nothing was decided. */
function resultOf({ decisions, events }: Episode): string | undefined {
  const last = (isIt: (type: string) => boolean) =>
    events.findLast(({ type, content }) => isIt(type) && WORDS.test(content))?.content;
  const content = last((type) => RESULTS.has(type)) ?? last((type) => type === 'commit');
  const said = content ?? (decisions.length === 0 ? last((type) => !NO_RESULTS.has(type)) : undefined);
  return said?.trim().replace(HEADING, (_, head: string, text: string) => `${head.replace(/:$/, '')}: ${text}`);
}

/** What stands out in an episode; `text` is what was searched for. */
export function outstandingLines(episode: Episode, text: string | undefined): EpisodeLines {
  const { decisions, events } = episode;
  const beginning = (line: string | undefined) => (line === undefined ? null : shorten(line, MAX_LINE));
  const last = (type: string) => beginning(events.findLast((event) => event.type === type)?.content);
  return {
    lastDecision: beginning(decisions.at(-1)?.chosen),
    lastError: last('error'),
    nextStep: last('next_step'),
    result: beginning(resultOf(episode)),
    found: text === undefined ? null : foundLine(episode.task, textsOf(episode), text),
  };
}
