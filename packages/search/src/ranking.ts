import type { Candidates } from './candidates.ts';
import type { DocumentTable, SlotPredicate } from './document-table.ts';
import { explainLesson } from './explain.ts';
import { relevanceByNearness, vectorShares, vectorWeight } from './fusion.ts';
import { priorsOf, sessionGains } from './priors.ts';
import { type NearPair, ProximityScorer } from './proximity.ts';
import type { QueryPlan } from './query-plan.ts';
import { leastScore, RELEVANCE_THRESHOLD, relevanceOf, UNCERTAIN_RELEVANCE } from './relevance.ts';
import { TopSlots } from './top-slots.ts';
import type { Explanation, SearchHit, SearchOptions, SearchResult } from './types.ts';
import type { Vocabulary } from './vocabulary.ts';

/**
 * Number of the lexically best lessons that are examined closely (proximity, session, priors), or twice the limit if that is
 * more. On the sets of `check:retrieval` fifty give the same rankings as two hundred.
 */
const POOL = 100;

const SCALE = { threshold: RELEVANCE_THRESHOLD, uncertain: UNCERTAIN_RELEVANCE };

/** What ranking reads from the index. */
export interface RankedIndex {
  table: DocumentTable;
  vocabulary: Vocabulary;
  /** The words of a lesson, in order. */
  formsOf: (slot: number) => Uint32Array;
  /** Stored weight of a stop word in a lesson; 0 if the lesson does not have it. */
  stopWeight: (term: number, slot: number) => number;
  /** The lesson that others are compared with. */
  except: number | undefined;
}

/** A lesson that is examined closely. */
interface Contender {
  slot: number;
  /** Score by words and proximity. */
  text: number;
  /** `textRelevance` is that of the text alone; `relevance` is the larger of it and the relevance by nearness. */
  textRelevance: number;
  relevance: number;
  pairs: NearPair[];
  session: number;
  /** How near it is to the query; undefined without vectors, or if they do not know the lesson. */
  near: number | undefined;
  /** What vectors add to the score. */
  vector: number;
  /** The final score, by which hits are ordered. */
  score: number;
}

interface Ranked extends Pick<SearchResult, 'hits' | 'maybe' | 'omitted'> {
  tokensRead: number;
}

/** Selects and orders the hits among the candidates of a query. */
export function rankCandidates(
  plan: QueryPlan,
  candidates: Candidates,
  options: SearchOptions,
  index: RankedIndex,
): Ranked {
  const ranking = new Ranking(plan, candidates, options, index);
  return ranking.run();
}

class Ranking {
  readonly #plan: QueryPlan;
  readonly #candidates: Candidates;
  readonly #options: SearchOptions;
  readonly #index: RankedIndex;
  readonly #limit: number;
  readonly #threshold: number;
  /** No lesson with a lower score reaches the threshold. */
  readonly #least: number;
  readonly #accepts: SlotPredicate;
  readonly #proximity: ProximityScorer;

  constructor(plan: QueryPlan, candidates: Candidates, options: SearchOptions, index: RankedIndex) {
    this.#plan = plan;
    this.#candidates = candidates;
    this.#options = options;
    this.#index = index;
    this.#limit = Math.max(0, Math.floor(options.limit));
    this.#threshold = options.minRelevance ?? RELEVANCE_THRESHOLD;
    this.#least = leastScore(this.#threshold, plan.total);
    const passes = index.table.predicate(options.accept);
    // Called for every candidate, so it is not wrapped without need: that cost 3 % of a search.
    this.#accepts = index.except === undefined ? passes : (slot) => slot !== index.except && passes(slot);
    this.#proximity = new ProximityScorer(plan, (form) => index.vocabulary.termOfForm(form));
  }

  run(): Ranked {
    const { pool, matched, relevantBeyondPool } = this.#choosePool(this.#near());
    const contenders = pool.map((slot) => this.#inspect(slot));
    const relevant = contenders.filter(({ relevance }) => relevance >= this.#threshold);
    this.#applySession(relevant);
    this.#applyNearness(relevant);
    for (const contender of relevant) {
      const priors = priorsOf(contender.slot, this.#index.table);
      const { text, session, vector } = contender;
      contender.score = priors.reduce((score, { factor }) => score * factor, text + session + vector);
    }
    relevant.sort((a, b) => b.score - a.score || this.#index.table.compareAge(a.slot, b.slot));
    const best = relevant.slice(0, this.#limit);
    const hits = best.map((contender) => this.#hit(contender));
    const all = relevant.length + relevantBeyondPool;
    if (this.#threshold <= 0) hits.push(...this.#unmatched(this.#limit - hits.length, new Set(pool)));
    return {
      hits,
      maybe: hits.length > 0 ? [] : this.#uncertain(contenders),
      omitted: { belowThreshold: matched - all, beyondLimit: all - best.length },
      tokensRead: this.#proximity.tokensRead,
    };
  }

  /** The best of the lessons that are not relevant enough, as many as `maybe` allows. */
  #uncertain(contenders: readonly Contender[]): SearchHit[] {
    const offered = contenders.filter(
      ({ relevance }) => relevance >= UNCERTAIN_RELEVANCE && relevance < this.#threshold,
    );
    offered.sort((a, b) => b.relevance - a.relevance || this.#index.table.compareAge(a.slot, b.slot));
    return offered.slice(0, this.#options.maybe ?? 0).map((contender) => this.#hit(contender));
  }

  /** Lessons that are relevant by nearness, with or without a common word. Includes uncertain ones if `maybe` asks for them. */
  #near(): Set<number> {
    const least = this.#options.maybe ? Math.min(this.#threshold, UNCERTAIN_RELEVANCE) : this.#threshold;
    const near = new Set<number>();
    for (const [id, value] of this.#options.nearness?.values ?? []) {
      const slot = this.#index.table.slotOf(id);
      if (slot === undefined || !this.#accepts(slot)) continue;
      const relevance = this.#relevanceOfNear(value);
      if (relevance > 0 && relevance >= least) near.add(slot);
    }
    return near;
  }

  #relevanceOfNear(value: number | undefined): number {
    const { nearness } = this.#options;
    return nearness ? relevanceByNearness(value, nearness, SCALE) : 0;
  }

  /**
   * Selects the lessons that are examined closely: the best by words alone, and the near ones. All others are counted without
   * their proximity.
   */
  #choosePool(near: ReadonlySet<number>): { pool: readonly number[]; matched: number; relevantBeyondPool: number } {
    const top = new TopSlots(Math.max(POOL, 2 * this.#limit), (a, b) => this.#index.table.compareAge(a, b));
    let matched = 0;
    let relevant = 0;
    for (const slot of this.#candidates.touched) {
      if (!this.#accepts(slot)) continue;
      const score = this.#candidates.scoreOf(slot);
      matched++;
      if (this.#isRelevant(slot, score)) relevant++;
      top.offer(slot, score);
    }
    for (const slot of near) if (this.#candidates.scoreOf(slot) === 0) matched++;
    const pool = near.size === 0 ? top.values() : [...new Set([...top.values(), ...near])];
    const relevantInPool = pool.filter((slot) => this.#isRelevant(slot, this.#candidates.scoreOf(slot))).length;
    return { pool, matched, relevantBeyondPool: relevant - relevantInPool };
  }

  #isRelevant(slot: number, score: number): boolean {
    // What is near without a word in common has no score; it is counted by its nearness.
    return score > 0 && score >= this.#least && this.#relevanceOf(slot, score) >= this.#threshold;
  }

  #relevanceOf(slot: number, score: number): number {
    return relevanceOf(score, this.#candidates.coveredBy(slot), this.#plan.total);
  }

  #inspect(slot: number): Contender {
    const pairs = this.#proximity.pairsIn(this.#index.formsOf(slot));
    const text = pairs.reduce((sum, pair) => sum + pair.score, this.#candidates.scoreOf(slot));
    const near = this.#options.nearness?.values.get(this.#index.table.idOf(slot));
    const textRelevance = this.#relevanceOf(slot, text);
    const relevance = Math.max(textRelevance, this.#relevanceOfNear(near));
    return { slot, text, textRelevance, relevance, pairs, session: 0, near, vector: 0, score: text };
  }

  #applySession(contenders: readonly Contender[]): void {
    const { sessionId } = this.#options;
    if (sessionId === undefined) return;
    const { table } = this.#index;
    const own = contenders.filter(({ slot }) => table.hasLabel(slot, 'sessionIds', sessionId));
    own.sort((a, b) => table.seqOf(a.slot) - table.seqOf(b.slot));
    const gains = sessionGains(own.map(({ text }) => text));
    own.forEach((contender, at) => {
      contender.session = gains[at] as number;
    });
  }

  #applyNearness(contenders: readonly Contender[]): void {
    const { nearness } = this.#options;
    if (!nearness) return;
    const best = contenders.reduce((most, { textRelevance }) => Math.max(most, textRelevance), 0);
    const shares = vectorShares(contenders, nearness, vectorWeight(best, SCALE));
    contenders.forEach((contender, at) => {
      contender.vector = shares[at] as number;
    });
  }

  /** The lessons without any score, newest first: `minRelevance: 0` asks for every lesson. */
  #unmatched(count: number, others: ReadonlySet<number>): SearchHit[] {
    if (count <= 0) return [];
    const { table } = this.#index;
    const top = new TopSlots(count, (a, b) => table.compareAge(a, b));
    for (let slot = 0; slot < table.slotCount; slot++) {
      if (!others.has(slot) && this.#accepts(slot)) top.offer(slot, 0);
    }
    const nothing = {
      text: 0,
      textRelevance: 0,
      relevance: 0,
      pairs: [],
      session: 0,
      near: undefined,
      vector: 0,
      score: 0,
    };
    return top.sorted().map((slot) => this.#hit({ slot, ...nothing }));
  }

  #hit(contender: Contender): SearchHit {
    const { slot, score, relevance, text, vector } = contender;
    const { table } = this.#index;
    const rankers: SearchHit['rankers'] = text > 0 || vector === 0 ? ['lexical'] : [];
    if (vector > 0) rankers.push('vector');
    const hit = { id: table.idOf(slot), seq: table.seqOf(slot), score, relevance, rankers };
    return this.#options.explain ? { ...hit, why: this.#explain(contender) } : hit;
  }

  #explain({ slot, pairs, session, vector }: Contender): Explanation {
    const { vocabulary, table, formsOf, stopWeight } = this.#index;
    const lesson = explainLesson(this.#plan, formsOf(slot), pairs, vocabulary, (term) => stopWeight(term, slot));
    return { ...lesson, session, vector: vector > 0 ? vector : null, priors: priorsOf(slot, table) };
  }
}
