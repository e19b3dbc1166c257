import { type Episode, type EpisodeLines, MAX_LINE, shorten } from '@twicewise/contract';
import { MAX_FILTER_WORDS } from '@twicewise/store';

/** A line that is cut begins this many characters before its first match. */
const BEFORE = 40;

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

/** A line from shortly before its first match on, at most {@link MAX_LINE} characters. */
function cut(line: string, words: readonly string[]): string {
  const lower = line.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  if (first <= BEFORE) return shorten(line, MAX_LINE);
  const from = first - BEFORE;
  const blank = line.indexOf(' ', from);
  const start = blank >= 0 && blank < first ? blank + 1 : from;
  return `… ${shorten(line.slice(start), MAX_LINE - 2)}`;
}

/**
 * The line of an episode that has most of the words of a search beyond those of its task, the first of equal ones; null if
 * there is none, or if the task has all words.
 */
function foundLine(episode: Episode, text: string): string | null {
  const task = episode.task.toLowerCase();
  const words = wordsOf(text).filter((word) => !task.includes(word));
  if (words.length === 0) return null;
  let best: string | null = null;
  let most = 0;
  for (const line of textsOf(episode).flatMap((whole) => whole.split('\n'))) {
    const lower = line.toLowerCase();
    const count = words.filter((word) => lower.includes(word)).length;
    if (count <= most) continue;
    [best, most] = [line.trim(), count];
    if (most === words.length) break;
  }
  return best === null ? null : cut(best, words);
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
    found: text === undefined ? null : foundLine(episode, text),
  };
}
