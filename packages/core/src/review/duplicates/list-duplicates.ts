import { hash } from 'node:crypto';
import {
  LESSON_TEXT_FIELDS,
  MAX_DUPLICATES,
  type OutputOf,
  type ParsedInputOf,
  type Reflection,
} from '@twicewise/contract';
import { SURE } from '@twicewise/search';
import { type CursorKind, decodeCursor, getReflection, type ReadableDb, toPage } from '@twicewise/store';
import type { TaskContext } from '../../runtime/handler.ts';
import { requireProject } from '../../runtime/references.ts';
import type { Services } from '../../runtime/services.ts';
import { COMPARER, type Suspect } from './comparer.ts';
import { copiesOf, groupsOf, type LessonGroup } from './groups.ts';

type Where = ParsedInputOf<'reflection.duplicates'>;
type Found = OutputOf<'reflection.duplicates'>;

const KIND: CursorKind = ['duplicates', 'number', 'text'];
/** The score of a pair that shares everything. Only such a pair can be exact, so no other is read to know. */
const ALL = 0.999;
/** A merge keeps these of both lessons, so that a difference in them loses nothing. */
const JOINED: ReadonlySet<string> = new Set(['tags', 'relatedEntityIds']);
const SAME = LESSON_TEXT_FIELDS.filter((field) => !JOINED.has(field));

/** What must be the same in two lessons for a merge to lose no word. */
function wording(lesson: Reflection): string {
  return JSON.stringify([lesson.outcome, ...SAME.map((field) => lesson[field])]);
}

/** Tells whether a pair is exact. Each lesson is read once. */
function exactness(db: ReadableDb): (pair: Suspect) => boolean {
  const known = new Map<string, string | null>();
  const wordingOf = (id: string) => {
    const read = known.get(id);
    if (read !== undefined) return read;
    const lesson = getReflection(db, id);
    const words = lesson && wording(lesson);
    known.set(id, words);
    return words;
  };
  return ({ one, other, score }) => score >= ALL && wordingOf(one) !== null && wordingOf(one) === wordingOf(other);
}

/** The pairs found so far, and which of them are exact. */
async function found(projectId: string | undefined, services: Services) {
  const id = projectId === undefined ? null : requireProject(services.db(), projectId);
  await services.part(COMPARER).ask();
  return { pairs: services.part(COMPARER).suspects.sorted(id), isExact: exactness(services.db()) };
}

/** Sets of lessons that are copies of one another; see {@link LessonGroup}. */
export async function exactDuplicates(projectId: string | undefined, services: Services): Promise<string[][]> {
  const { pairs, isExact } = await found(projectId, services);
  return copiesOf(pairs, isExact);
}

interface Ranked extends LessonGroup<Suspect> {
  id: string;
  /** The score of the least alike pair. */
  least: number;
}

/** The name of a group, by its lessons: a pair is named by both. */
function nameOf(ids: readonly string[]): string {
  const ends = [ids[0], ids.at(-1)];
  return (ids.length === 2 ? ends : [...ends, hash('sha256', ids.join(), 'base64url').slice(0, 8)]).join('~');
}

function ranked(groups: readonly LessonGroup<Suspect>[]): Ranked[] {
  const named = groups.map((group) => ({
    ...group,
    id: nameOf(group.ids),
    least: Math.min(...group.pairs.map(({ score }) => score)),
  }));
  return named.sort((a, b) => b.least - a.least || (a.id < b.id ? -1 : 1));
}

function pageOf(groups: readonly Ranked[], { limit, cursor }: Where, db: ReadableDb) {
  if (limit === 0) return { items: [], nextCursor: null };
  const after = decodeCursor(cursor, KIND);
  const isAfter = ({ least, id }: Ranked) =>
    after === null || least < Number(after[0]) || (least === after[0] && id > String(after[1]));
  const read = (group: Ranked) => {
    const lessons = group.ids.slice(0, MAX_DUPLICATES).flatMap((id) => getReflection(db, id) ?? []);
    return { group, lessons };
  };
  const next = groups.filter(isAfter).slice(0, limit + 1);
  const bytes = (_: Ranked, { lessons }: { lessons: Reflection[] }) => Buffer.byteLength(JSON.stringify(lessons));
  return toPage(next, limit, KIND, ({ least, id }) => [least, id], read, bytes);
}

function whyOf({ pairs: [pair], ids }: LessonGroup<Suspect>): Found['items'][number]['why'] {
  if (ids.length > 2 || !pair) return null;
  const { score, ...reasons } = pair.why;
  return { overlap: score, ...reasons };
}

/** Implements `reflection.duplicates`. */
export async function listDuplicates(input: Where, { services }: TaskContext): Promise<Found> {
  const { pairs, isExact } = await found(input.projectId, services);
  const groups = ranked(groupsOf(pairs, isExact));
  const { items, nextCursor } = pageOf(groups, input, services.db());
  const copies = copiesOf(pairs, isExact);
  return {
    items: items
      .filter(({ lessons }) => lessons.length > 1)
      .map(({ group, lessons }) => ({
        id: group.id,
        lessons,
        size: group.ids.length,
        isExact: group.isExact,
        likelihood: group.least >= SURE ? 'likely' : 'possible',
        why: whyOf(group),
      })),
    nextCursor,
    total: groups.length,
    pairs: pairs.length,
    exact: { groups: copies.length, lessons: copies.flat().length - copies.length },
    comparing: services.part(COMPARER).progress,
  };
}
