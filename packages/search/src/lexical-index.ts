import { Candidates } from './candidates.ts';
import { DocumentTable, type SlotPredicate } from './document-table.ts';
import { LessonText } from './lesson-text.ts';
import { PairCounts } from './pair-counts.ts';
import { MAX_SLOTS, Postings, slotOf, weightOf } from './postings.ts';
import { type ParsedQuery, parseQuery } from './query.ts';
import { planQuery, type QueryPlan } from './query-plan.ts';
import { rankCandidates } from './ranking.ts';
import { RunPool } from './run-pool.ts';
import { characteristicTerms } from './similar-lessons.ts';
import type { LessonDocument, SearchOptions, SearchResult } from './types.ts';
import { SECTION_BREAK, Vocabulary } from './vocabulary.ts';

/**
 * An index of lessons in memory. Lessons can be put in at any time and in any order. The index is consistent after every call, so
 * a caller that fills it in slices may search in between. What is found depends only on the lessons, not on the order in which
 * they were put in.
 *
 * A lesson of 100 words takes about 0.9 KB: one third for its postings, one third for its words in order (for proximity,
 * explanations, similar lessons and removal), and the rest for columns and ids.
 */
export class LessonIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #table = new DocumentTable();
  readonly #postings = new Postings();
  readonly #words = new RunPool();
  readonly #text = new LessonText(this.#vocabulary);
  readonly #candidates = new Candidates();
  /** Number of lessons with each term, per project: rarity in one project says nothing about another. */
  readonly #inProject = new PairCounts();

  /** The columns, which lists, facets and selections read. */
  get table(): DocumentTable {
    return this.#table;
  }

  /** Number of lessons in the index. */
  get size(): number {
    return this.#table.size;
  }

  /** Adds a lesson, or replaces the one with the same id. */
  put(document: LessonDocument): void {
    this.remove(document.id);
    if (this.#table.slotCount >= MAX_SLOTS) throw new RangeError(`An index takes ${MAX_SLOTS} lessons.`);
    this.#text.read(document.title, document.body);
    const slot = this.#table.add(document);
    this.#words.set(slot, this.#text.forms, this.#text.count);
    this.#vocabulary.addUses(this.#words.get(slot));
    const project = this.#table.projectOf(slot);
    this.#text.forEachTerm((term, weight) => {
      this.#postings.add(term, slot, weight);
      if (this.#vocabulary.isStopTerm(term)) return;
      this.#vocabulary.countUp(term);
      this.#inProject.up(project, term);
    });
  }

  /** Removes a lesson, if there is one with this id. */
  remove(id: string): void {
    const slot = this.#table.slotOf(id);
    if (slot === undefined) return;
    const project = this.#table.projectOf(slot);
    for (const term of this.#termsIn(slot)) {
      this.#vocabulary.countDown(term);
      this.#inProject.down(project, term);
    }
    this.#vocabulary.removeUses(this.#words.get(slot));
    this.#words.free(slot);
    this.#table.remove(slot);
    this.#postings.bury(slot);
    this.#table.recycle(this.#postings.sweep(this.#table.size));
  }

  /** True if there is a lesson with this id. */
  has(id: string): boolean {
    return this.#table.slotOf(id) !== undefined;
  }

  /** Estimated memory, in bytes. */
  bytes(): number {
    const texts = this.#vocabulary.bytes() + this.#postings.bytes() + this.#words.bytes();
    return texts + this.#table.bytes() + this.#inProject.bytes();
  }

  /** Lessons for a query in the words of a person or an agent, best first. It does not fail for any text. */
  search(query: string, options: SearchOptions): SearchResult {
    const frequencyHere = this.#frequencyWithin(options.accept?.projectIds);
    const known = {
      vocabulary: this.#vocabulary,
      frequencyOf: this.#frequencyWithin(undefined),
      isUsedHere: (term: number) => frequencyHere(term) > 0,
    };
    return this.#answer(parseQuery(known, query, options.prefix), options);
  }

  /** Lessons that are like the one with this id, without itself; nothing if there is none. */
  similar(id: string, options: SearchOptions): SearchResult {
    const slot = this.#table.slotOf(id);
    const forms = slot === undefined ? new Uint32Array(0) : this.#words.get(slot);
    return this.#answer(characteristicTerms(forms, this.#vocabulary), options, slot);
  }

  #answer(parsed: ParsedQuery, options: SearchOptions, except?: number): SearchResult {
    const plan = planQuery(parsed, this.#frequencyWithin(options.accept?.projectIds));
    this.#candidates.collect(plan.words, this.#postings, this.#table.slotCount);
    const found = rankCandidates(plan, this.#candidates, options, {
      table: this.#table,
      vocabulary: this.#vocabulary,
      formsOf: (slot) => this.#words.get(slot),
      stopWeight: (term, slot) => this.#stopWeight(term, slot),
      except,
    });
    return {
      hits: found.hits,
      maybe: found.maybe,
      omitted: found.omitted,
      query: { terms: plan.words.map(({ stem }) => stem), cut: parsed.cut, unknown: parsed.unknown },
      work: { terms: countTerms(plan), postings: this.#candidates.postingsRead, tokens: found.tokensRead },
    };
  }

  #termsIn(slot: number): Set<number> {
    const terms = new Set<number>();
    for (const form of this.#words.get(slot)) {
      if (form !== SECTION_BREAK) terms.add(this.#vocabulary.termOfForm(form));
    }
    return terms;
  }

  /** Returns the number of lessons with a term, in these projects or in all. */
  #frequencyWithin(projectIds: readonly string[] | undefined): (term: number) => number {
    const isHere = this.#table.predicate(projectIds && { projectIds });
    const labels = this.#table.labels('projectIds');
    const projects = projectIds && [...new Set(projectIds)].map((id) => labels.find(id) ?? 0);
    return (term) => {
      if (this.#vocabulary.isStopTerm(term)) return this.#countIn(term, isHere);
      if (projects === undefined) return this.#vocabulary.frequency(term);
      return projects.reduce((sum, project) => sum + (project === 0 ? 0 : this.#inProject.get(project, term)), 0);
    };
  }

  /**
   * Counts the lessons with a stop word. This happens only when a query needs it, which is rare, because a lesson's words do not
   * list them.
   */
  #countIn(term: number, isHere: SlotPredicate): number {
    const count = this.#postings.read(term);
    let found = 0;
    for (let at = 0; at < count; at++) if (isHere(slotOf(this.#postings.buffer[at] as number))) found++;
    return found;
  }

  #stopWeight(term: number, slot: number): number {
    const count = this.#postings.read(term);
    for (let at = 0; at < count; at++) {
      const posting = this.#postings.buffer[at] as number;
      if (slotOf(posting) === slot) return weightOf(posting);
    }
    return 0;
  }
}

function countTerms({ words }: QueryPlan): number {
  return words.reduce((sum, { terms }) => sum + terms.length, 0);
}
