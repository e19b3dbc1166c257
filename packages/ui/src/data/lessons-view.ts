import {
  type ConfidenceBand,
  isId,
  isLessonSource,
  isMonth,
  type LessonOrder,
  MAX_FILTER_TAGS,
  MAX_FILTER_VALUES,
  OUTCOMES,
  type Outcome,
  type Reflection,
  type ReflectionState,
  type Verdict,
} from '@twicewise/contract';
import { strings } from '../strings.ts';
import { instantIn, isOnIn, knownIn, textIn, textsIn } from './link-parts.ts';
import type { LessonFilter, LessonListInput } from './queries/reflections.ts';
import type { LessonSearch } from './queries/search.ts';

/** The view of the Lessons screen, as in its link. Absent parts do not filter. */
export interface LessonsView {
  project?: string;
  outcome?: Outcome[];
  state?: ReflectionState[];
  category?: NonNullable<Reflection['failureCategory']>[];
  kind?: Reflection['kind'][];
  confidence?: ConfidenceBand[];
  /** What most verdicts on them say. */
  feedback?: Verdict[];
  session?: string[];
  agent?: string[];
  /** Who added them: `person`, `agent`, or `importer:NAME`. */
  source?: string[];
  /** The import they came by: its source. */
  import?: string;
  tag?: string[];
  /** Months in which the lessons were stored, such as 2026-03. */
  month?: string[];
  /** Start and end of the time in which the lessons were stored; the end is exclusive. */
  since?: string;
  until?: string;
  pinned?: true;
  /** Words to search for. With them the list is ordered by relevance, otherwise by date. */
  q?: string;
  /** Includes hits of little relevance. */
  weak?: true;
  bin?: true;
  /** Order of the list; search results have their own. Absent: newest first, in the bin last deleted first. */
  sort?: LessonOrder;
  /** The open lesson. */
  lesson?: string;
  /** Shows the form for a new lesson instead. */
  new?: true;
}

/** A change to a view; undefined removes a filter. */
export type ViewPatch = { [K in keyof LessonsView]?: LessonsView[K] | undefined };

/** States in the order of the filter. */
export const STATES = Object.keys(strings.state) as ReflectionState[];
/** Orders as offered. */
export const ORDERS = Object.keys(strings.sort.orders) as LessonOrder[];

const CATEGORIES = Object.keys(strings.category) as NonNullable<Reflection['failureCategory']>[];
const KINDS = Object.keys(strings.kind) as Reflection['kind'][];
const VERDICTS = Object.keys(strings.verdict.name) as Verdict[];
const BANDS = Object.keys(strings.confidence) as ConfidenceBand[];

/** Maximum search text, in UTF-16 units. */
export const MAX_WORDS = 1000;

const list = (value: unknown) => textsIn(value).slice(0, MAX_FILTER_VALUES);

type PartName = keyof LessonsView;

/** One part of a view. */
interface Part<Value> {
  /** Reads it from a link; undefined or empty when not understood. */
  read: (given: unknown) => Value | undefined;
  /** The matching filter of the host. */
  asks?: keyof LessonFilter;
  /** True for a part that says where the person is, not what they look for; clearing the filters keeps it. */
  isPlace?: true;
}

const among =
  <T extends string>(allowed: readonly T[]) =>
  (given: unknown) =>
    knownIn(given, allowed);

/**
 * Every part of a view, declared once, in the order of links. Reading links, asking the host and clearing filters are derived
 * from it.
 */
const PARTS: { readonly [K in PartName]-?: Part<Exclude<LessonsView[K], undefined>> } = {
  project: { read: textIn, asks: 'projectId', isPlace: true },
  outcome: { read: among(OUTCOMES), asks: 'outcome' },
  state: { read: among(STATES), asks: 'state' },
  category: { read: among(CATEGORIES), asks: 'failureCategory' },
  kind: { read: among(KINDS), asks: 'kind' },
  confidence: { read: among(BANDS), asks: 'confidence' },
  feedback: { read: among(VERDICTS), asks: 'feedback' },
  session: { read: list, asks: 'sessionId' },
  agent: { read: list, asks: 'agent' },
  source: { read: (given) => list(given).filter((item) => isLessonSource(item)), asks: 'source' },
  import: { read: (given) => list(given).find((id) => isId('source', id)), asks: 'sourceId' },
  tag: { read: (given) => list(given).slice(0, MAX_FILTER_TAGS), asks: 'tags' },
  month: { read: (given) => list(given).filter((item) => isMonth(item)), asks: 'month' },
  since: { read: instantIn, asks: 'since' },
  until: { read: instantIn, asks: 'until' },
  pinned: { read: isOnIn, asks: 'pinned' },
  q: { read: (given) => textIn(given)?.slice(0, MAX_WORDS) },
  weak: { read: isOnIn },
  bin: { read: isOnIn, asks: 'deleted', isPlace: true },
  sort: { read: (given) => knownIn(given, ORDERS)[0], isPlace: true },
  lesson: { read: textIn, isPlace: true },
  new: { read: isOnIn, isPlace: true },
};
const PART_NAMES = Object.keys(PARTS) as PartName[];

/** The part of a view that corresponds to a filter of the host. */
export function partAsking(filter: keyof LessonFilter): PartName {
  const name = PART_NAMES.find((part) => PARTS[part].asks === filter);
  if (!name) throw new Error(`No part of a view asks for ${filter}.`);
  return name;
}

/** Reads a view from a link. Parts that are not understood are ignored, so that old links still open. */
export function readView(search: Record<string, unknown>): LessonsView {
  const parts: ViewPatch = Object.fromEntries(PART_NAMES.map((name) => [name, PARTS[name].read(search[name])]));
  return withoutEmpty(parts.lesson ? { ...parts, new: undefined } : parts);
}

/** The order where none was chosen. The bin begins with what was deleted last. */
const usualOrder = ({ bin }: LessonsView): LessonOrder => (bin ? 'updated' : 'newest');

/** The order of the list. */
export function orderOf(view: LessonsView): LessonOrder {
  // In the bin what came or was changed here last is what was deleted last.
  const { sort = usualOrder(view) } = view;
  return view.bin && sort === 'stored' ? 'updated' : sort;
}

function withoutEmpty(parts: ViewPatch): LessonsView {
  const entries = Object.entries<unknown>(parts);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && String(value) !== ''));
}

function withoutUsualOrder(view: LessonsView): LessonsView {
  if (orderOf(view) !== usualOrder(view)) return view;
  const { sort: _, ...usual } = view;
  return usual;
}

/**
 * The view with some parts replaced. Empty parts are removed, and the usual order where it is chosen. An order that was chosen before
 * stays, also where it is usual: outside the bin, or in it, it may not be. Opening a lesson closes the form for a new one.
 */
export function patchView(view: LessonsView, patch: ViewPatch): LessonsView {
  const opened = patch.lesson === undefined ? {} : { new: undefined };
  const next = withoutEmpty({ ...view, ...opened, ...patch });
  return patch.sort === undefined ? next : withoutUsualOrder(next);
}

/** The filter for the host; search words are not part of it. */
export function toFilter(view: LessonsView): LessonFilter {
  const asked = PART_NAMES.flatMap((name) => {
    const { asks } = PARTS[name];
    return asks && view[name] ? [[asks, name === 'bin' ? 'only' : view[name]]] : [];
  });
  return Object.fromEntries(asked);
}

/** The list to ask the host for: the filter, and the order. */
export function toList(view: LessonsView): LessonListInput {
  const sort = orderOf(view);
  return { ...toFilter(view), ...(sort === 'newest' ? {} : { sort }) };
}

/** The states that a list shows when no filter is set on them. */
const LISTED = STATES.filter((state) => state !== 'rejected');

/** A single letter is the start of a word, and the list is not searched for it. */
const ONE_LETTER = /^[a-z]$/i;

/** A lesson's id, alone or at the end of one of its links. */
const LESSON_ID = /^(?:\S*[?&]lesson=|[a-z]+:\/\/lesson\/)?(refl_[0-9A-HJKMNP-TV-Z]{26})$/i;

/** The id, when an id or a link of a lesson was pasted instead of words; null for words. */
export function lessonMeant({ q = '' }: LessonsView): string | null {
  const id = LESSON_ID.exec(q.trim())?.[1];
  return id ? `refl_${id.slice('refl_'.length).toUpperCase()}` : null;
}

/** The lowest score of a hit, so that anything sharing a word is included. With 0 the host would also rank all other lessons. */
const LEAST = 1e-9;

/** The search to ask the host for, or null when the view has no words. It covers what the list would show. */
export function toSearch(view: LessonsView): LessonSearch | null {
  const words = view.q?.trim();
  if (!words || ONE_LETTER.test(words) || lessonMeant(view)) return null;
  return {
    ...toFilter(view),
    state: view.state ?? LISTED,
    taskDescription: words,
    ...(view.weak ? { minRelevance: LEAST } : {}),
  };
}

/** True where what was typed is not searched for: nearly every lesson has it. */
export const isOneLetter = ({ q = '' }: LessonsView): boolean => ONE_LETTER.test(q.trim());

/** True when anything but the project filters the list. The project is a place, not a filter to clear. */
export function isNarrowed(view: LessonsView): boolean {
  return Object.keys(view).some((name) => name in NO_FILTERS);
}

/** True when anything besides words narrows the search, including the project. */
export function isFiltered({ q: _q, weak: _weak, ...view }: LessonsView): boolean {
  return view.project !== undefined || view.bin === true || isNarrowed(view);
}

function without(names: readonly PartName[]): ViewPatch {
  return Object.fromEntries(names.map((name) => [name, undefined]));
}

/** Removes every filter, but keeps the place (project, bin, open lesson) and the order. */
export const NO_FILTERS = without(PART_NAMES.filter((name) => !PARTS[name].isPlace));

/** Removes everything, so that another view can replace it. */
export const EMPTY_VIEW = without(PART_NAMES);

/** The list with the item added, or removed if it was there. */
export function toggled<T>(items: readonly T[] | undefined, item: T): T[] {
  return items?.includes(item) ? items.filter((other) => other !== item) : [...(items ?? []), item];
}

/** Converts link parameters to a plain record; a repeated name gives a list. */
export function parseSearch(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

/** Converts a plain record to link parameters, with `?` unless there are none. */
export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) parameters.append(name, item === true ? '1' : String(item));
    }
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** A view as a query, without what is open in it; equal views have equal queries. */
export function queryOfView(view: LessonsView): string {
  // Reading it again puts its parts in a fixed order.
  const { lesson: _lesson, new: _new, ...shown } = withoutUsualOrder(readView({ ...view }));
  return stringifySearch({ ...shown }).slice(1);
}

/** The view of a saved query; what this version does not understand is left out. */
export function viewOfQuery(query: string): LessonsView {
  return readView(parseSearch(query));
}
