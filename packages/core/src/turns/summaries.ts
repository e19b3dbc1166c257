import { linesOf, type OutputOf, type ParsedInputOf, type TurnSummaries } from '@twicewise/contract';
import { type SummarisedTurn, summarisedTurns } from '@twicewise/store';
import { type CountTokens, loadTokenCounter } from '../agent-text/tokens.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { type FoldedTurns, foldTurns, type ToldTurn } from './fold-turns.ts';
import { scopeAsked } from './where.ts';

const oneLine = (text: string) =>
  linesOf(text)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

/** A summary as the document has it (S2-40); line breaks in it become spaces, since a blank line ends a summary. */
export function toldSummary({ number, summary }: Pick<ToldTurn, 'number' | 'summary'>): string {
  const insights = summary.insights.map(oneLine).filter((insight) => insight !== '');
  const line = `[Turn ${number}] ${oneLine(summary.text)}`;
  return insights.length === 0 ? line : `${line}\nInsights: ${insights.join('; ')}`;
}

/** Of each number the last take that has a summary: a turn made again stands for the one before. */
function lastTakes(turns: readonly SummarisedTurn[]): ToldTurn[] {
  const byNumber = new Map<number, ToldTurn>();
  for (const turn of turns) if (turn.summary) byNumber.set(turn.number, { ...turn, summary: turn.summary });
  return [...byNumber.values()];
}

/** Whether every word is somewhere in the summary or its insights, in whatever case (S2-20). */
function says({ summary }: ToldTurn, text: string): boolean {
  const told = [summary.text, ...summary.insights].join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => told.includes(word));
}

interface Told {
  text: string;
  tokens: number;
  whole: readonly ToldTurn[];
  folded: FoldedTurns | null;
}

/** Part of the budget that folded turns may take from those in full. */
const FOLDED_SHARE = 1 / 3;

/** Tells all turns within the budget: as many of the newest in full as fit beside the others, which are folded. */
function tellAll(turns: readonly ToldTurn[], budget: number, count: CountTokens): Told {
  const texts = turns.map(toldSummary);
  const all = texts.join('\n\n');
  const inAll = count(all);
  if (inAll <= budget) return { text: all, tokens: inAll, whole: turns, folded: null };
  let room = Math.floor(budget * (1 - FOLDED_SHARE));
  let first = turns.length;
  while (first > 0) {
    const tokens = count(`${texts[first - 1]}\n\n`);
    if (tokens > room) break;
    room -= tokens;
    first--;
  }
  // Counts of parts do not add up exactly, so the whole is counted, and one more is folded if need be.
  for (; ; first++) {
    const whole = texts.slice(first).join('\n\n');
    const folded = foldTurns(turns.slice(0, first), budget - count(`\n\n${whole}`), count);
    const text = [folded?.text, whole].filter(Boolean).join('\n\n');
    const tokens = count(text);
    if (tokens <= budget || first >= turns.length) return { text, tokens, whole: turns.slice(first), folded };
  }
}

const NOTHING: TurnSummaries = {
  text: '',
  tokens: 0,
  items: [],
  folded: null,
  unsummarised: [],
  total: { turns: 0, summarised: 0, summaryTokens: 0 },
};
/** Numbers of turns without a summary that are named. */
const MAX_NAMED = 1000;

/** Implements `turn.summaries`. */
export async function summariesOf(
  { last, text, budget, ...where }: ParsedInputOf<'turn.summaries'>,
  context: TaskContext,
): Promise<OutputOf<'turn.summaries'>> {
  const { services } = context;
  const { sessionId } = scopeAsked(services.db(), where, context);
  if (sessionId === null) return NOTHING;
  const count = await loadTokenCounter();
  const turns = summarisedTurns(services.db(), sessionId);
  const summarised = lastTakes(turns);
  const named = new Set(summarised.map(({ number }) => number));
  const unsummarised = [...new Set(turns.map(({ number }) => number))].filter((number) => !named.has(number));
  const asked =
    text === undefined || text.trim() === '' ? summarised : summarised.filter((one) => says(one, text.trim()));
  const told = tellAll(last === undefined ? asked : asked.slice(-last), budget, count);
  return {
    text: told.text,
    tokens: told.tokens,
    items: told.whole.map(({ id, number, summary }) => ({ turnId: id, number, summary })),
    folded: told.folded,
    unsummarised: unsummarised.slice(0, MAX_NAMED),
    total: {
      turns: turns.length,
      summarised: turns.filter(({ summary }) => summary !== null).length,
      summaryTokens: turns.reduce((sum, { summary }) => sum + (summary?.tokens ?? 0), 0),
    },
  };
}
