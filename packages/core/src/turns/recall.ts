import type { OutputOf, ParsedInputOf, TurnRow } from '@twicewise/contract';
import { getSession, type ReadableDb, type TurnPlace, turnPlaces, turnRows } from '@twicewise/store';
import { type CountTokens, loadTokenCounter } from '../agent-text/tokens.ts';
import type { TaskContext } from '../runtime/handler.ts';
import { passagesWithin } from './passages.ts';
import { requireTurn } from './save-turn.ts';
import { toldSummary } from './summaries.ts';
import { type FoundByWords, turnsByWords } from './turns-by-words.ts';
import { scopeAsked } from './where.ts';
import { soundContext } from './whole-text.ts';

type Input = ParsedInputOf<'turn.recall'>;
type Recalled = OutputOf<'turn.recall'>['items'][number];
type Way = Recalled['by'][number];

/** A turn that was found, with all the ways in which it was. */
interface Found {
  by: Way[];
  relevance: number | null;
}

/** Of some turns of one number the last take: the one that the run went on with. */
function byNumber(places: readonly TurnPlace[], number: number): TurnPlace | undefined {
  return places.filter((place) => place.number === number).sort((a, b) => b.take - a.take)[0];
}

/** Those asked for by number, then by id, then those that words found, each once (B2-04), and what is not there. */
function together(
  input: Input,
  own: readonly TurnPlace[],
  all: readonly TurnPlace[],
  byWords: readonly FoundByWords[],
): { found: Map<string, Found>; missing: { numbers: number[]; ids: string[] } } {
  const found = new Map<string, Found>();
  const missing = { numbers: [] as number[], ids: [] as string[] };
  const note = (id: string, way: Way, relevance: number | null = null) => {
    const known = found.get(id) ?? { by: [], relevance: null };
    if (!known.by.includes(way)) known.by.push(way);
    known.relevance ??= relevance;
    found.set(id, known);
  };
  for (const number of new Set(input.numbers)) {
    const place = byNumber(own, number);
    if (place) note(place.id, 'number');
    else missing.numbers.push(number);
  }
  for (const id of new Set(input.ids)) {
    const place = all.find((one) => one.id === id) ?? all.find(({ nativeId }) => nativeId === id);
    if (place) note(place.id, 'id');
    else missing.ids.push(id);
  }
  for (const { id, relevance } of byWords) note(id, 'words', relevance);
  for (const id of input.except) found.delete(id);
  return { found, missing };
}

/** What is told of a turn: its context, or what stayed of a pruned one. Null where it is damaged. */
function textOf(db: ReadableDb, { id, number, summary, prunedAt }: TurnRow): string | null {
  if (prunedAt === null) return soundContext(db, requireTurn(db, id));
  return summary === null ? '' : toldSummary({ number, summary });
}

/**
 * Tokens for each text: all it has where there is room for it, and of what is left the same for each of the others. None gets more
 * than it has.
 */
function sharesOf(sizes: readonly number[], budget: number): number[] {
  const shares = sizes.map(() => 0);
  const smallestFirst = sizes.map((_, at) => at).sort((a, b) => (sizes[a] ?? 0) - (sizes[b] ?? 0));
  let left = budget;
  for (const [done, at] of smallestFirst.entries()) {
    const share = Math.min(sizes[at] ?? 0, Math.floor(left / (sizes.length - done)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}

/** A text in fewer tokens than this tells nothing. */
const LEAST_SHARE = 40;

interface Told {
  db: () => ReadableDb;
  words: string;
  budget: number;
  count: CountTokens;
}

/** The texts of turns within the budget, and the turns that are damaged. Those at the end for which no room is left are left out. */
async function tell(
  rows: readonly (TurnRow & Found)[],
  { db, words, budget, count }: Told,
): Promise<{ told: Recalled[]; damaged: string[] }> {
  const fitting = rows.slice(0, Math.max(1, Math.floor(budget / LEAST_SHARE)));
  const damaged: string[] = [];
  const texts = fitting.flatMap((row) => {
    const whole = textOf(db(), row);
    if (whole === null) {
      damaged.push(row.id);
      return [];
    }
    // Its parts do not add up exactly, so what may fit is counted as it is told.
    const isLong = row.prunedAt === null && row.contextTokens > budget;
    return [{ row, whole, size: isLong ? row.contextTokens : count(whole) }];
  });
  const shares = sharesOf(
    texts.map(({ size }) => size),
    budget,
  );
  const told: Recalled[] = [];
  for (const [at, { row, whole, size }] of texts.entries()) {
    const { by, relevance, ...turn } = row;
    const share = shares[at] ?? 0;
    const fits = size <= share;
    const text = fits ? whole : await passagesWithin(whole, words, share, count);
    told.push({ turn, by, relevance, text, tokens: count(text), isWhole: fits && turn.prunedAt === null });
  }
  return { told, damaged };
}

/** The turns of the project, for ids of other sessions; those of the session itself are asked for by number. */
function placesOf(
  db: ReadableDb,
  session: string | null,
  input: Input,
  projectId: string | null,
): readonly TurnPlace[] {
  if (projectId !== null && input.ids.length > 0) return turnPlaces(db, { projectId });
  return session === null ? [] : turnPlaces(db, { sessionId: session });
}

/** Implements `turn.recall`. */
export async function recallTurns(input: Input, context: TaskContext): Promise<OutputOf<'turn.recall'>> {
  const { services } = context;
  const db = () => services.db();
  const { sessionId, words } = scopeAsked(db(), input, context);
  const session = sessionId === null ? null : getSession(db(), sessionId);
  const goal = input.goal ?? session?.workingSummary?.goal ?? session?.goal ?? '';
  const asked = { words: input.words, goal };
  const byWords =
    words === null || input.words.length === 0
      ? { found: [], missing: input.words }
      : await turnsByWords(db, words, asked);
  const own = sessionId === null ? [] : turnPlaces(db(), { sessionId });
  const projectId = session?.projectId ?? (words && 'projectId' in words ? words.projectId : null);
  const { found, missing } = together(input, own, placesOf(db(), sessionId, input, projectId), byWords.found);
  const ids = [...found.keys()].slice(0, input.limit);
  const rows = new Map(turnRows(db(), ids).map((row) => [row.id, row]));
  const ordered = ids.flatMap((id) => {
    const [row, how] = [rows.get(id), found.get(id)];
    return row && how ? [{ ...row, ...how }] : [];
  });
  const query = [...input.words, goal].join('\n');
  const telling = { db, words: query, budget: input.budget, count: await loadTokenCounter() };
  const { told: items, damaged } = await tell(ordered, telling);
  return {
    items,
    missing: { ...missing, words: byWords.missing },
    damaged,
    leftOut: found.size - items.length - damaged.length,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
  };
}
