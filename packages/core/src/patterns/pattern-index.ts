import { createHash } from 'node:crypto';
import { isId, type PatternKind } from '@twicewise/contract';
import {
  claimsAfter,
  episodeOfSession,
  episodesAfter,
  getClaim,
  getEpisode,
  lessonText,
  lessonTextsAfter,
  type ReadableDb,
} from '@twicewise/store';
import type { IndexSource } from '../runtime/indexes.ts';
import { ofClaim, ofEpisode, ofLesson, type Source, stemsOf, type Text } from './cases.ts';
import { attemptOf, clustersOf, firstOf, type Member } from './group.ts';
import { errorSignature } from './signature.ts';
import { numbersOf, Vocabulary, type Words } from './vocabulary.ts';

/** A pattern in the index, without its texts, which stay in the members' records. */
export interface PatternEntry {
  readonly id: string;
  readonly kind: PatternKind;
  readonly projectId: string;
  readonly members: readonly Member[];
  /** The member whose wording represents all. */
  readonly first: Member;
  /** The words of its trigger and action. */
  readonly trigger: readonly number[];
  readonly action: readonly number[];
}

/** Members that share their action (for a task), or their error (for an error), and may differ on the other side. */
interface Group {
  readonly kind: PatternKind;
  readonly projectId: string;
  /** What they share, as a key and as words: the action of a task, or the error. */
  readonly key: string;
  readonly fixed: Words;
  members: Member[];
  patterns: PatternEntry[];
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Maximum size of a group that is clustered again at every change. */
const SMALL = 8;
/** Pause between slices of work on patterns, in milliseconds; long, because no search waits for them. */
const LEISURELY_MS = 40;
/** Minimum share of a trigger that a question must contain, weighted by how rare its words are. */
const MIN_RELEVANCE = 0.5;

/** Something that occurs once and that nobody claims is no pattern. */
function isMet(members: readonly Member[]): boolean {
  return members.some(({ source }) => source.word !== null) || new Set(members.map(attemptOf)).size > 1;
}

/**
 * The patterns of all projects, derived from lessons, episodes and claims (ADR 21). Like the causal graph, nothing of it is
 * stored. It holds numbers for words, and no texts.
 */
export class PatternIndex {
  /** Amount of work done, in group members clustered, so that tests can bound it without a clock. */
  readonly work = { members: 0 };
  readonly #vocabulary = new Vocabulary();
  /** Project and kind → shared part of its members → the group. */
  readonly #groups = new Map<string, Map<string, Group>>();
  /** Record id → the groups that have members from it. */
  readonly #sources = new Map<string, Group[]>();
  readonly #patterns = new Map<string, PatternEntry>();
  /** Word → patterns whose trigger contains it. */
  readonly #byWord = new Map<number, Set<PatternEntry>>();

  /** Groups with changes that are not clustered yet. */
  readonly #dirty = new Set<Group>();

  get patterns(): ReadonlyMap<string, PatternEntry> {
    for (const group of this.#dirty) this.#settle(group);
    return this.#patterns;
  }

  /** Patterns that a record belongs to. */
  ofSource(id: string): PatternEntry[] {
    const groups = this.#sources.get(id) ?? [];
    for (const group of groups) if (this.#dirty.has(group)) this.#settle(group);
    const patterns = groups.flatMap((group) => group.patterns);
    return patterns.filter(({ members }) => members.some(({ source }) => source.id === id));
  }

  /** Adds the statements of a record, replacing its earlier ones. */
  put({ id, at, word, sessionId, projectId, said }: Source): void {
    this.remove(id);
    if (said.length === 0) return;
    const source = { id, at, word, sessionId };
    const groups = new Set<Group>();
    // Caches trigger words, because a lesson says many things about one task.
    const read = new Map<Text, Words>();
    const words = (text: Text) => {
      const known = read.get(text) ?? this.#vocabulary.read(text.stems);
      read.set(text, known);
      return known;
    };
    said.forEach(({ kind, trigger, action, outcome }, place) => {
      const [fixed, free] = kind === 'task' ? [action, trigger] : [trigger, action];
      const key = kind === 'task' ? action.key : `${trigger.key} ${action.key}`;
      const group = this.#group(projectId, kind, key, words(fixed));
      group.members.push({ source, place, free: words(free), outcome });
      groups.add(group);
    });
    this.#sources.set(id, [...groups]);
    for (const group of groups) this.#changed(group);
  }

  /** Removes the statements of a record. */
  remove(id: string): void {
    const groups = this.#sources.get(id) ?? [];
    this.#sources.delete(id);
    for (const group of groups) {
      group.members = group.members.filter(({ source }) => source.id !== id);
      this.#changed(group);
    }
  }

  /** Patterns whose trigger the text contains, by the contained share. For an error, only the words of the error itself count. */
  match(text: string, accept: (entry: PatternEntry) => boolean): { entry: PatternEntry; relevance: number }[] {
    const { size } = this.patterns;
    if (size === 0) return [];
    // Text printed around an error is not part of it.
    const { numbers } = this.#vocabulary.find(new Set([...stemsOf(text), ...stemsOf(errorSignature(text) ?? '')]));
    const said = new Map<PatternEntry, number>();
    for (const word of numbers) {
      for (const entry of this.#byWord.get(word) ?? []) said.set(entry, (said.get(entry) ?? 0) + this.#worth(word));
    }
    const found = [...said].flatMap(([entry, worth]) => {
      const relevance = worth / entry.trigger.reduce((sum, word) => sum + this.#worth(word), 0);
      return relevance >= MIN_RELEVANCE && accept(entry) ? [{ entry, relevance: Math.min(1, relevance) }] : [];
    });
    return found.sort((a, b) => b.relevance - a.relevance || (a.entry.id < b.entry.id ? -1 : 1));
  }

  /** Returns a test whether a pattern contains all words in its trigger or action. */
  says(text: string): (entry: PatternEntry) => boolean {
    const { numbers, unknown } = this.#vocabulary.find(new Set(stemsOf(text)));
    if (unknown > 0 || numbers.length === 0) return () => false;
    return ({ trigger, action }) => numbers.every((word) => trigger.includes(word) || action.includes(word));
  }

  /** Weight of a word: rarer words among triggers weigh more (inverse document frequency). */
  #worth(word: number): number {
    return Math.log(1 + this.#patterns.size / (this.#byWord.get(word)?.size ?? 1));
  }

  #group(projectId: string, kind: PatternKind, key: string, fixed: Words): Group {
    const place = `${projectId} ${kind}`;
    const groups = this.#groups.get(place) ?? new Map<string, Group>();
    this.#groups.set(place, groups);
    const known = groups.get(key);
    if (known) return known;
    const group: Group = { kind, projectId, key, fixed, members: [], patterns: [] };
    groups.set(key, group);
    return group;
  }

  /**
   * Clusters small groups at once, large ones only now and then and on request, so that a frequent statement is not compared each
   * time.
   */
  #changed(group: Group): void {
    const { length } = group.members;
    if (length <= SMALL || (length & (length - 1)) === 0) this.#settle(group);
    else this.#dirty.add(group);
  }

  /** Clusters the members of a group again. */
  #settle(group: Group): void {
    this.#dirty.delete(group);
    for (const entry of group.patterns) this.#withdraw(entry);
    this.work.members += group.members.length;
    group.patterns = isMet(group.members) ? this.#patternsOf(group) : [];
    for (const entry of group.patterns) this.#offer(entry);
    if (group.members.length === 0) this.#groups.get(`${group.projectId} ${group.kind}`)?.delete(group.key);
  }

  #patternsOf({ kind, projectId, key, fixed, members }: Group): PatternEntry[] {
    const clusters = clustersOf(members, this.#vocabulary).filter(isMet);
    return clusters.map((cluster) => {
      const first = firstOf(cluster);
      const [trigger, action] = kind === 'task' ? [first.free, fixed] : [fixed, first.free];
      const id = `pattern_${digest(JSON.stringify([projectId, kind, key, this.#vocabulary.write(first.free)]))}`;
      const words = { trigger: numbersOf(trigger), action: numbersOf(action) };
      return { id, kind, projectId, members: cluster, first, ...words };
    });
  }

  #offer(entry: PatternEntry): void {
    this.#patterns.set(entry.id, entry);
    for (const word of entry.trigger) {
      const known = this.#byWord.get(word);
      if (known) known.add(entry);
      else this.#byWord.set(word, new Set([entry]));
    }
  }

  #withdraw(entry: PatternEntry): void {
    this.#patterns.delete(entry.id);
    for (const word of entry.trigger) {
      const known = this.#byWord.get(word);
      known?.delete(entry);
      if (known?.size === 0) this.#byWord.delete(word);
    }
  }
}

/** The records of the index: lessons, episodes and claims, in order of `seq`. */
export const PATTERNS: IndexSource<Source, PatternIndex> = {
  follows: ['reflection', 'episode', 'session', 'claim'],
  pauseMs: LEISURELY_MS,
  create: () => new PatternIndex(),
  after(db: ReadableDb, seq: number, limit: number): Source[] {
    // An episode has as much text as a hundred lessons, so fewer are read at once.
    const some = Math.ceil(limit / 8);
    const lessons = lessonTextsAfter(db, seq, limit).map(ofLesson);
    const episodes = episodesAfter(db, seq, some).map(ofEpisode);
    const claims = claimsAfter(db, seq, some).map(ofClaim);
    // Later records than the last one of a full list are left for the next call.
    const last = (list: Source[], most: number) =>
      list.length < most ? Number.POSITIVE_INFINITY : (list.at(-1)?.seq ?? 0);
    const until = Math.min(last(lessons, limit), last(episodes, some), last(claims, some));
    return [...lessons, ...episodes, ...claims].filter((source) => source.seq <= until).sort((a, b) => a.seq - b.seq);
  },
  /** A record by its id. For a session id, its episode, which moves between projects with it. */
  one(db: ReadableDb, id: string): Source | null {
    if (isId('claim', id)) {
      const claim = getClaim(db, id);
      return claim && ofClaim(claim);
    }
    if (isId('reflection', id)) {
      const lesson = lessonText(db, id);
      return lesson && ofLesson(lesson);
    }
    const episode = isId('session', id) ? episodeOfSession(db, id) : getEpisode(db, id);
    return episode && ofEpisode(episode);
  },
};

/** Reads the statements of a record again, because the index keeps no texts. */
export function sourceOf(db: ReadableDb, { source }: Member): Source | null {
  return PATTERNS.one(db, source.id);
}
