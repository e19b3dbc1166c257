import { type LessonIndex, RELEVANCE_THRESHOLD } from '@twicewise/search';
import { exactly, type Verdict } from '../verdicts.ts';
import { type Corpus, indexOf, type JudgedQuery } from './corpora.ts';
import { auroc, mean, meanNdcg, type Ranker, shuffled } from './measures.ts';

/** The nDCG@10 to reach, and that of SQLite's FTS5 (porter, stop words, OR, title ×5), without and with typos. */
const TARGETS: Record<string, { aim: number; fts: number; ftsTypos: number }> = {
  'aia-skills': { aim: 0.9, fts: 0.898, ftsTypos: 0.844 },
  'aia-episodes': { aim: 0.53, fts: 0.521, ftsTypos: 0.424 },
  'reflexion-prog': { aim: 0.705, fts: 0.697, ftsTypos: 0.618 },
  'reflexion-hotpot': { aim: 0.98, fts: 0.985, ftsTypos: 0.985 },
  'eslint-messages': { aim: 0.715, fts: 0.677, ftsTypos: 0.568 },
};
/** Tolerance, because targets have three digits. */
const ROUNDING = 0.0005;
const MEAN_WITH_TYPOS = 0.735;
const AUROC = { aim: 0.94, sets: 4 };
/** Shares of own queries that are lost and of foreign ones that are answered: the aim, and the limit that must hold. */
const LOST = { aim: 0.02, limit: 0.06 };
const ANSWERED = { aim: 0.05, limit: 0.1 };
const CUTOFF = 10;
const DEEP = 1000;

/** A set with its index. */
export interface Loaded extends Corpus {
  index: LessonIndex;
}

/** How queries are ranked, and how relevant the best hit is. */
export interface Engine {
  ranker(index: LessonIndex): Ranker;
  relevances(index: LessonIndex, queries: readonly JudgedQuery[]): number[];
}

/** The real engine. */
export const ours: Engine = {
  ranker: (index) => (query) => index.search(query, { limit: CUTOFF, minRelevance: 0 }).hits.map(({ id }) => id),
  relevances: (index, queries) =>
    queries.map(({ text }) => index.search(text, { limit: 1, minRelevance: 0 }).hits[0]?.relevance ?? 0),
};

/** The negative control: the matching lessons in random order, with random relevances. */
export const random: Engine = {
  ranker: (index) => (query) => {
    const { hits } = index.search(query, { limit: DEEP, minRelevance: 1e-9 });
    return shuffled(hits, query.length).map(({ id }) => id);
  },
  relevances: (index, queries) => shuffled(ours.relevances(index, queries), queries.length),
};

function quality({ name, index, queries, typos }: Loaded, engine: Engine): { verdicts: Verdict[]; withTypos: number } {
  const target = TARGETS[name] ?? { aim: 0, fts: 0, ftsTypos: 0 };
  const rank = engine.ranker(index);
  const plain = meanNdcg(queries, rank);
  const withTypos = meanNdcg(typos, rank);
  const floor = Math.max(target.aim, target.fts) - ROUNDING;
  return {
    withTypos,
    verdicts: [
      {
        id: name,
        what: `nDCG@10 (aim ${target.aim}, FTS5 ${target.fts})`,
        found: plain.toFixed(4),
        state: exactly(plain >= floor),
      },
      {
        id: name,
        what: `with typos (FTS5 ${target.ftsTypos})`,
        found: withTypos.toFixed(4),
        state: exactly(withTypos >= target.ftsTypos - ROUNDING),
      },
    ],
  };
}

/** Two sets from the same repository are not foreign to each other, because each contains answers to the other's queries. */
function isForeign(a: Corpus, b: Corpus): boolean {
  return a !== b && !(a.name.startsWith('aia-') && b.name.startsWith('aia-'));
}

interface Separation {
  name: string;
  own: number[];
  foreign: number[];
  area: number;
}

function separate(corpus: Loaded, all: readonly Loaded[], engine: Engine): Separation {
  const strangers = all.filter((other) => isForeign(corpus, other)).flatMap(({ queries }) => queries);
  const both = engine.relevances(corpus.index, [...corpus.queries, ...strangers]);
  const own = both.slice(0, corpus.queries.length);
  const foreign = both.slice(corpus.queries.length);
  return { name: corpus.name, own, foreign, area: auroc(own, foreign) };
}

function lost(own: readonly number[]): number {
  return own.filter((relevance) => relevance < RELEVANCE_THRESHOLD).length / own.length;
}

function answered(foreign: readonly number[]): number {
  return foreign.filter((relevance) => relevance >= RELEVANCE_THRESHOLD).length / foreign.length;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(1)} %`;
}

function thresholdState(own: readonly number[], foreign: readonly number[]): Verdict['state'] {
  if (lost(own) <= LOST.aim && answered(foreign) <= ANSWERED.aim) return 'ok';
  return lost(own) <= LOST.limit && answered(foreign) <= ANSWERED.limit ? 'close' : 'failed';
}

function separation(all: readonly Loaded[], engine: Engine): { verdicts: Verdict[]; notes: string[] } {
  const sets = all.map((corpus) => separate(corpus, all, engine));
  const own = sets.flatMap((set) => set.own);
  const foreign = sets.flatMap((set) => set.foreign);
  const enough = sets.filter(({ area }) => area >= AUROC.aim).length;
  const rates = (a: readonly number[], b: readonly number[]) =>
    `own lost ${percent(lost(a))}, foreign answered ${percent(answered(b))}`;
  return {
    verdicts: [
      {
        id: 'relevance',
        what: `AUROC own against foreign (aim ${AUROC.aim} on ${AUROC.sets} sets)`,
        found: sets.map(({ area }) => area.toFixed(3)).join(', '),
        state: exactly(enough >= AUROC.sets),
      },
      {
        id: 'relevance',
        what: `threshold ${RELEVANCE_THRESHOLD} (aims 2 %, 5 %; at most 6 %, 10 %)`,
        found: rates(own, foreign),
        state: thresholdState(own, foreign),
      },
    ],
    notes: sets.map((set) => `  ${set.name}: AUROC ${set.area.toFixed(3)}, ${rates(set.own, set.foreign)}`),
  };
}

/** Measures what is found: rankings with and without typos, and queries that should not be answered. */
export function findingQuality(all: readonly Loaded[], engine: Engine): { verdicts: Verdict[]; notes: string[] } {
  const sets = all.map((corpus) => quality(corpus, engine));
  const withTypos = mean(sets.map((set) => set.withTypos));
  const told = separation(all, engine);
  const average: Verdict = {
    id: 'all',
    what: `mean with typos (aim ${MEAN_WITH_TYPOS})`,
    found: withTypos.toFixed(4),
    state: exactly(withTypos >= MEAN_WITH_TYPOS),
  };
  return { verdicts: [...sets.flatMap(({ verdicts }) => verdicts), average, ...told.verdicts], notes: told.notes };
}

/** A second run, in which the documents were added in another order, must give exactly the same rankings. */
export function repeatable(all: readonly Loaded[]): Verdict {
  const isSame = ({ name, index, documents, queries, typos }: Loaded) => {
    const again = indexOf(shuffled(documents, name.length));
    const run = (over: LessonIndex) =>
      [...queries, ...typos].map(({ text }) => over.search(text, { limit: CUTOFF }).hits);
    return JSON.stringify(run(index)) === JSON.stringify(run(again));
  };
  const same = all.filter(isSame).length;
  return {
    id: 'all',
    what: 'equal rankings in a second run, lessons in another order',
    found: `${same} of ${all.length} sets`,
    state: exactly(same === all.length),
  };
}

/** S0-61: a lesson is found through synonyms, without a common word. */
export function withoutSharedWord(): Verdict {
  const titles = ['Fix authentication token expiry', 'Parse CSV with quotes', 'Make the table scroll'];
  const blank = { seq: 1, projectId: 'p', sessionId: null, kind: 'lesson', outcome: 'success', state: 'accepted' };
  const empty = {
    failureCategory: null,
    agent: null,
    confidence: null,
    pinned: false,
    standing: null,
    tags: [],
    entityIds: [],
    body: [],
  };
  const index = indexOf(titles.map((title) => ({ ...blank, ...empty, id: title, title, createdAt: '2026-01-01' })));
  const { hits } = index.search('Debug login timeout issues', { limit: 5 });
  return {
    id: 'S0-61',
    what: '"Debug login timeout issues"',
    found: hits.map(({ id }) => id).join(', '),
    state: exactly(hits.length === 1 && hits[0]?.id === titles[0]),
  };
}

/** A check that random answers pass would prove nothing. */
export function negativeControl(all: readonly Loaded[]): Verdict {
  const { verdicts } = findingQuality(all, random);
  const missed = verdicts.filter(({ state }) => state === 'failed').length;
  return {
    id: 'control',
    what: 'random order and relevance miss every target',
    found: `${missed} of ${verdicts.length} missed`,
    state: exactly(missed === verdicts.length),
  };
}
