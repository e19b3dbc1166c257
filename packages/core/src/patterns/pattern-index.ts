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

/** A pattern as the index holds it: without its texts, which stand in the records of its members. */
export interface PatternEntry {
  readonly id: string;
  readonly kind: PatternKind;
  readonly projectId: string;
  readonly members: readonly Member[];
  /** The member whose words stand for all. */
  readonly first: Member;
  /** Its words on either side. */
  readonly trigger: readonly number[];
  readonly action: readonly number[];
}

/** Members that say the same: for a task what was done, for an error both that and the error. */
interface Group {
  readonly kind: PatternKind;
  readonly projectId: string;
  /** What all of them say, as a key and as words: of the action of a task, of an error. */
  readonly key: string;
  readonly fixed: Words;
  members: Member[];
  patterns: PatternEntry[];
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** Most members of a group that is put together anew at every change. */
const SMALL = 8;
/** Pause between slices of work on patterns, in milliseconds: no search waits for them. */
const LEISURELY_MS = 40;
/** Least share of a trigger that a question must say, rare words counting more. */
const MIN_RELEVANCE = 0.5;

/** Something that is met once and that nobody speaks of is no pattern. */
function isMet(members: readonly Member[]): boolean {
  return members.some(({ source }) => source.word !== null) || new Set(members.map(attemptOf)).size > 1;
}

/**
 * Patterns of all projects, as the sum of what lessons, episodes and claims say (ADR 21): like the causal graph nothing of
 * it is stored. It holds words as numbers and no texts.
 */
export class PatternIndex {
  /** Work done, so that tests bound it without a clock: members of groups that were put together. */
  readonly work = { members: 0 };
  readonly #vocabulary = new Vocabulary();
  /** Project and kind → what its members say → the group. */
  readonly #groups = new Map<string, Map<string, Group>>();
  /** Record → the groups that it has members in. */
  readonly #sources = new Map<string, Group[]>();
  readonly #patterns = new Map<string, PatternEntry>();
  /** Word → patterns whose trigger has it. */
  readonly #byWord = new Map<number, Set<PatternEntry>>();

  /** Groups whose members came or went since they were put together. */
  readonly #dirty = new Set<Group>();

  /** Patterns by id. */
  get patterns(): ReadonlyMap<string, PatternEntry> {
    for (const group of this.#dirty) this.#settle(group);
    return this.#patterns;
  }

  /** Patterns that the record of that id belongs to. */
  ofSource(id: string): PatternEntry[] {
    const groups = this.#sources.get(id) ?? [];
    for (const group of groups) if (this.#dirty.has(group)) this.#settle(group);
    const patterns = groups.flatMap((group) => group.patterns);
    return patterns.filter(({ members }) => members.some(({ source }) => source.id === id));
  }

  /** Takes in what a record says, in place of what it did before. */
  put({ id, at, word, sessionId, projectId, said }: Source): void {
    this.remove(id);
    if (said.length === 0) return;
    const source = { id, at, word, sessionId };
    const groups = new Set<Group>();
    // A lesson says many things of one task.
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

  /** Takes out what a record said. */
  remove(id: string): void {
    const groups = this.#sources.get(id) ?? [];
    this.#sources.delete(id);
    for (const group of groups) {
      group.members = group.members.filter(({ source }) => source.id !== id);
      this.#changed(group);
    }
  }

  /** Patterns whose trigger is said by the words, by how much of it they say; of an error its own words only. */
  match(text: string, accept: (entry: PatternEntry) => boolean): { entry: PatternEntry; relevance: number }[] {
    const { size } = this.patterns;
    if (size === 0) return [];
    // What is printed around an error is no part of it.
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

  /** Whether a pattern says all of the words, in its trigger or its action. */
  says(text: string): (entry: PatternEntry) => boolean {
    const { numbers, unknown } = this.#vocabulary.find(new Set(stemsOf(text)));
    if (unknown > 0 || numbers.length === 0) return () => false;
    return ({ trigger, action }) => numbers.every((word) => trigger.includes(word) || action.includes(word));
  }

  /** The rarer a word is among triggers, the more it tells (inverse document frequency). */
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

  /** Small groups at once, large ones now and then and when somebody asks: a thing that thousands say is not compared for each. */
  #changed(group: Group): void {
    const { length } = group.members;
    if (length <= SMALL || (length & (length - 1)) === 0) this.#settle(group);
    else this.#dirty.add(group);
  }

  /** Puts the members of a group together anew. */
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

/** Where the index gets its records: lessons, episodes and claims in the one order of truth. */
export const PATTERNS: IndexSource<Source, PatternIndex> = {
  follows: ['reflection', 'episode', 'session', 'claim'],
  pauseMs: LEISURELY_MS,
  create: () => new PatternIndex(),
  after(db: ReadableDb, seq: number, limit: number): Source[] {
    // An episode has as much text as a hundred lessons.
    const some = Math.ceil(limit / 8);
    const lessons = lessonTextsAfter(db, seq, limit).map(ofLesson);
    const episodes = episodesAfter(db, seq, some).map(ofEpisode);
    const claims = claimsAfter(db, seq, some).map(ofClaim);
    // What lies behind the last one of a full list waits for the next turn.
    const last = (list: Source[], most: number) =>
      list.length < most ? Number.POSITIVE_INFINITY : (list.at(-1)?.seq ?? 0);
    const until = Math.min(last(lessons, limit), last(episodes, some), last(claims, some));
    return [...lessons, ...episodes, ...claims].filter((source) => source.seq <= until).sort((a, b) => a.seq - b.seq);
  },
  /** A record by its id; for a session, its episode, which moves with it between projects. */
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

/** What a record says, read again: the index keeps no texts. */
export function sourceOf(db: ReadableDb, { source }: Member): Source | null {
  return PATTERNS.one(db, source.id);
}
