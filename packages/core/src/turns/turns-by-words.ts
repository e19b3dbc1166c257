import { setImmediate as nextTurn } from 'node:timers/promises';
import { type AskedTerm, askedTerms, LessonIndex, RELEVANCE_THRESHOLD } from '@twicewise/search';
import {
  chunksWithWord,
  chunkTexts,
  partsOfTurns,
  type ReadableDb,
  type TurnScope,
  turnPlaces,
  turnRows,
  turnsSaying,
} from '@twicewise/store';

/** Turns that are ranked, those first that have the rarest words; and chunks of each that are read for it. */
const MAX_RANKED = 40;
const MAX_CHUNKS = 2;
/** A synonym says less than the word itself. */
const SYNONYM_SHARE = 0.7;
/** How much further up the goal of the session can bring a turn. */
const GOAL_SHARE = 0.3;

/** A turn that words found. */
export interface FoundByWords {
  id: string;
  /** Share of the words, by their rarity, that it has: 0 to 1. */
  relevance: number;
}

/** Where a term is: in which chunks, and in which rows of turns. */
interface Whereabouts {
  term: string;
  /** The whole weight of the term, and that of each turn that has it, or a synonym of it. */
  rarity: number;
  turns: Map<string, number>;
  /** Those that have it, or a synonym of it. A common word is in tens of thousands, so they are asked for once. */
  chunks: ReadonlySet<number>;
}

/** Which turns have each chunk. */
function turnsOfChunks(db: ReadableDb, ids: readonly string[]): Map<number, string[]> {
  const turns = new Map<number, string[]>();
  for (const { turnId, chunks } of partsOfTurns(db, ids)) {
    for (const chunk of new Set(chunks)) {
      const known = turns.get(chunk);
      if (known) known.push(turnId);
      else turns.set(chunk, [turnId]);
    }
  }
  return turns;
}

/** Finds a term, in chunks by their index and in rows by reading them. */
function locate(
  db: ReadableDb,
  scope: TurnScope,
  owners: ReadonlyMap<number, readonly string[]>,
  { term, synonyms }: AskedTerm,
  total: number,
): Whereabouts {
  const turns = new Map<string, number>();
  const chunks = new Set<number>();
  const note = (ids: Iterable<string>, share: number) => {
    for (const id of ids) turns.set(id, Math.max(turns.get(id) ?? 0, share));
  };
  for (const [word, share] of [[term, 1], ...synonyms.map((one) => [one, SYNONYM_SHARE] as const)] as const) {
    for (const chunk of chunksWithWord(db, word)) {
      chunks.add(chunk);
      note(owners.get(chunk) ?? [], share);
    }
    // A stem is the beginning of its words, but for `retri` of `retry`.
    note(turnsSaying(db, scope, word.replace(/(?<=...)i$/, '')), share);
  }
  return { term, rarity: Math.log(1 + total / (turns.size + 0.5)), turns, chunks };
}

/** Chunks of a turn that have the most of what is asked, the rarest words first; the best first. */
function bestChunks(db: ReadableDb, id: string, terms: readonly Whereabouts[]): number[] {
  const scores = new Map<number, number>();
  for (const { chunks } of partsOfTurns(db, [id])) {
    for (const chunk of chunks) {
      const score = terms.reduce((sum, one) => sum + (one.chunks.has(chunk) ? 1 / (1 + one.chunks.size) : 0), 0);
      if (score > 0) scores.set(chunk, score);
    }
  }
  return [...scores].sort(([a, one], [b, other]) => other - one || a - b).map(([chunk]) => chunk);
}

/** Passages of a turn that have the most of what is asked: the texts of the best chunks, the best first. */
function bestPassages(db: ReadableDb, id: string, terms: readonly Whereabouts[], most: number): string[] {
  const best = bestChunks(db, id, terms).slice(0, most);
  const texts = chunkTexts(db, best);
  return best.flatMap((chunk) => texts.get(chunk) ?? []);
}

const NOT_SEARCHED = {
  sessionId: null,
  kind: 'turn',
  outcome: 'unknown',
  state: 'accepted',
  failureCategory: null,
  agent: null,
  confidence: null,
  pinned: false,
  standing: null,
  entityIds: [],
} as const;

/** Ranks turns by summary, insights, tools and the passages that fit; scores of all, by id. */
async function ranked(
  db: () => ReadableDb,
  ids: readonly string[],
  { terms, words, goal }: { terms: readonly Whereabouts[]; words: string; goal: string },
): Promise<Map<string, number>> {
  const index = new LessonIndex();
  for (const row of turnRows(db(), ids)) {
    const { id, seq, projectId, createdAt, summary, tools, prunedAt } = row;
    const passages = prunedAt === null ? bestPassages(db(), id, terms, MAX_CHUNKS) : [];
    const body = [...(summary?.insights ?? []), tools.join(' '), ...passages];
    index.put({ ...NOT_SEARCHED, id, seq, projectId, createdAt, tags: [], title: summary?.text ?? '', body });
    await nextTurn();
  }
  const scores = (query: string) => {
    if (query.trim() === '') return new Map<string, number>();
    const { hits } = index.search(query, { limit: ids.length, minRelevance: 0 });
    const best = Math.max(...hits.map(({ score }) => score), Number.MIN_VALUE);
    return new Map(hits.map(({ id, score }) => [id, score / best]));
  };
  const [byWords, byGoal] = [scores(words), scores(goal)];
  return new Map(ids.map((id) => [id, (byWords.get(id) ?? 0) * (1 + GOAL_SHARE * (byGoal.get(id) ?? 0))]));
}

/**
 * The turns of a scope that have the words, the best first, a turn without a summary too (B2-03), and those words that no turn has.
 * Candidates come from an index of chunks in the file, so that it needs no memory for the texts of a thousand turns.
 */
export async function turnsByWords(
  db: () => ReadableDb,
  scope: TurnScope,
  { words, goal }: { words: readonly string[]; goal: string },
): Promise<{ found: FoundByWords[]; missing: string[] }> {
  const places = turnPlaces(db(), scope);
  // What a pruned turn was given is put aside: its summary and its calls alone find it.
  const whole = places.filter(({ prunedAt }) => prunedAt === null).map(({ id }) => id);
  const owners = turnsOfChunks(db(), whole);
  const query = words.join('\n');
  const terms: Whereabouts[] = [];
  for (const term of askedTerms(query)) {
    terms.push(locate(db(), scope, owners, term, places.length));
    await nextTurn();
  }
  const there = terms.filter(({ turns }) => turns.size > 0);
  const known = new Set(there.map(({ term }) => term));
  const missing = words.filter((word) => !askedTerms(word).some(({ term }) => known.has(term)));
  // A word that no turn has counts as much as another one: by its rarity it would outweigh all that are there.
  const total = (there.reduce((sum, { rarity }) => sum + rarity, 0) / Math.max(1, there.length)) * terms.length;
  const covered = new Map<string, number>();
  for (const { rarity, turns } of there) {
    for (const [id, share] of turns) covered.set(id, (covered.get(id) ?? 0) + (share * rarity) / total);
  }
  const candidates = [...covered]
    .filter(([, share]) => share >= RELEVANCE_THRESHOLD)
    .sort(([a, one], [b, other]) => other - one || (a < b ? 1 : -1))
    .map(([id]) => id);
  const best = candidates.slice(0, MAX_RANKED);
  const scores = await ranked(db, best, { terms, words: query, goal });
  // The share of the words decides first where it differs much: a turn with all of them is meant, not one with one of them often.
  const worth = (id: string) => (covered.get(id) ?? 0) * (1 + (scores.get(id) ?? 0));
  best.sort((a, b) => worth(b) - worth(a) || (a < b ? 1 : -1));
  const found = [...best, ...candidates.slice(MAX_RANKED)].map((id) => ({
    id,
    relevance: Math.min(1, covered.get(id) ?? 0),
  }));
  return { found, missing };
}
