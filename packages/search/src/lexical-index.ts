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
 * An index of lessons in memory: put them in, in any order and in slices of any size, and search. Every call leaves the
 * index whole, so that whoever fills it in slices may search in between. What is found depends on the lessons alone,
 * not on how they came in.
 *
 * A lesson of 100 words takes about 0.9 KB: a third its postings, a third its words in order (for proximity, explanations,
 * similar lessons and removal), the rest columns and ids.
 */
export class LessonIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #table = new DocumentTable();
  readonly #postings = new Postings();
  readonly #words = new RunPool();
  readonly #text = new LessonText(this.#vocabulary);
  readonly #candidates = new Candidates();
  /** Lessons of each project that hold each term: what is rare in one project says nothing of another. */
  readonly #inProject = new PairCounts();

  /** The columns, for lists, facets and selections. */
  get table(): DocumentTable {
    return this.#table;
  }

  /** Lessons in the index. */
  get size(): number {
    return this.#table.size;
  }

  /** Adds a lesson, or replaces the one of its id. */
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

  /** Takes a lesson out; nothing happens when there is none of that id. */
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

  /** Whether a lesson of that id is in the index. */
  has(id: string): boolean {
    return this.#table.slotOf(id) !== undefined;
  }

  /** Estimate of the memory held, in bytes. */
  bytes(): number {
    const texts = this.#vocabulary.bytes() + this.#postings.bytes() + this.#words.bytes();
    return texts + this.#table.bytes() + this.#inProject.bytes();
  }

  /** Lessons for a query in a person's or an agent's words, best first. No text makes it fail. */
  search(query: string, options: SearchOptions): SearchResult {
    const frequencyHere = this.#frequencyWithin(options.accept?.projectIds);
    const known = {
      vocabulary: this.#vocabulary,
      frequencyOf: this.#frequencyWithin(undefined),
      isUsedHere: (term: number) => frequencyHere(term) > 0,
    };
    return this.#answer(parseQuery(known, query, options.prefix), options);
  }

  /** Lessons like one that is there, without itself; nothing when it is not there. */
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

  /** How many lessons of these projects, or of all, hold a term. */
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

  /** Stop words are counted when a query asks for them, which is rarely: a lesson's words do not list them. */
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
