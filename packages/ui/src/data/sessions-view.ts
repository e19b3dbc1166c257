import {
  type EpisodePart,
  type EpisodeSummary,
  isEpisodeAuthor,
  isId,
  isMonth,
  OUTCOMES,
  type Outcome,
} from '@twicewise/contract';
import { strings } from '../strings.ts';
import { MAX_WORDS, parseSearch, stringifySearch } from './lessons-view.ts';
import { isOnIn, knownIn, textIn, textsIn } from './link-parts.ts';
import type { EpisodeFilter } from './queries/episodes.ts';

/** The parts of a recorded session, in the order in which they are offered. */
export const TABS = ['timeline', 'summary', 'attempts', 'turns', 'decisions', 'lessons', 'told', 'record'] as const;
/** See {@link TABS}. */
export type Tab = (typeof TABS)[number];

/** The view of the Sessions screen, as in its link. Absent parts do not filter. */
export interface SessionsView {
  project?: string;
  outcome?: Outcome[];
  /** How the outcome is known. */
  known?: EpisodeSummary['outcomeSource'][];
  /** The session contains at least one of each of these. */
  has?: EpisodePart[];
  /** Who recorded it: person, agent:NAME, or importer:NAME. */
  author?: string[];
  /** Months in which the session took place, such as 2026-03. */
  month?: string[];
  /** The first and last day of the sessions, such as 2026-03-01, both included. */
  since?: string;
  until?: string;
  q?: string;
  bin?: true;
  /** The open episode, or the session that has none. */
  episode?: string;
  /** The part of it that is shown; absent for the timeline. */
  tab?: Exclude<Tab, 'timeline'>;
  /** The shown turn of the open session; absent for its last one. */
  turn?: string;
  /** An item of its timeline to go to; gone from the link once it is in sight. */
  item?: string;
}

/** A change to a view; undefined removes a filter. */
export type SessionsPatch = { [K in keyof SessionsView]?: SessionsView[K] | undefined };

const KNOWN = Object.keys(strings.sessions.known) as EpisodeSummary['outcomeSource'][];
const PARTS = Object.keys(strings.sessions.parts) as EpisodePart[];

const DAY_MS = 86_400_000;

/** The most values of one filter that the host accepts. */
const MOST_VALUES = 50;

const list = (value: unknown) => textsIn(value).slice(0, MOST_VALUES);

/** A day in the format of links and the browser's date field. */
function day(value: unknown): string | undefined {
  const text = textIn(value) ?? '';
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // A day such as 31 February is invalid: it would be read as another day.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

/** The view with some parts replaced. Empty parts are removed, so that equal views have equal links. */
export function patchSessions(view: SessionsView, patch: SessionsPatch): SessionsView {
  // An item is one of its session.
  const isOther = 'episode' in patch && patch.episode !== view.episode;
  const entries = Object.entries<unknown>({ ...view, ...(isOther && { item: undefined }), ...patch });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && String(value) !== ''));
}

/** Reads a view from a link; what is not understood is ignored. */
export function readSessions(search: Record<string, unknown>): SessionsView {
  const [tab] = list(search.tab);
  return patchSessions(
    {},
    {
      project: textIn(search.project),
      outcome: knownIn(search.outcome, OUTCOMES),
      known: knownIn(search.known, KNOWN),
      has: knownIn(search.has, PARTS),
      author: list(search.author).filter((author) => isEpisodeAuthor(author)),
      month: list(search.month).filter((month) => isMonth(month)),
      since: day(search.since),
      until: day(search.until),
      q: textIn(search.q)?.slice(0, MAX_WORDS),
      bin: isOnIn(search.bin),
      episode: textIn(search.episode),
      tab: TABS.find((known): known is Exclude<Tab, 'timeline'> => known === tab && known !== 'timeline'),
      turn: list(search.turn).find((id) => isId('turn', id)),
      item: textIn(search.item),
    },
  );
}

/**
 * The filter for the host. Days are in UTC: most records have only a date without a time zone, stored as the start of that day in
 * UTC.
 */
export function toEpisodeFilter(view: SessionsView): EpisodeFilter {
  const { project, outcome, known, has, author, month, since, until, q, bin } = view;
  return {
    ...(project ? { projectId: project } : {}),
    ...(outcome ? { outcome } : {}),
    ...(known ? { outcomeSource: known } : {}),
    ...(has ? { has } : {}),
    ...(author ? { author } : {}),
    ...(month ? { month } : {}),
    ...(since ? { since: new Date(since).toISOString() } : {}),
    ...(until ? { until: new Date(Date.parse(until) + DAY_MS).toISOString() } : {}),
    ...(q?.trim() ? { text: q.trim() } : {}),
    ...(bin ? { deleted: 'only' as const } : {}),
  };
}

/** Removes every filter, but keeps the place. */
export const NO_SESSION_FILTERS = {
  outcome: undefined,
  known: undefined,
  has: undefined,
  author: undefined,
  month: undefined,
  since: undefined,
  until: undefined,
  q: undefined,
} as const satisfies SessionsPatch;

/** Removes everything, so that another view can replace it. */
export const NO_SESSION_VIEW = {
  ...NO_SESSION_FILTERS,
  project: undefined,
  bin: undefined,
  episode: undefined,
  tab: undefined,
  turn: undefined,
  item: undefined,
} as const satisfies SessionsPatch;

/** A view as a query, without what is open in it; equal views have equal queries. */
export function queryOfSessions(view: SessionsView): string {
  // Reading it again puts its parts in a fixed order.
  const { episode: _episode, tab: _tab, turn: _turn, item: _item, ...shown } = readSessions({ ...view });
  return stringifySearch({ ...shown }).slice(1);
}

/** The view of a saved query; what this version does not understand is left out. */
export function sessionsOfQuery(query: string): SessionsView {
  return readSessions(parseSearch(query));
}

/** True when anything but the place filters the list. */
export function isSessionsNarrowed(view: SessionsView): boolean {
  return Object.keys(NO_SESSION_FILTERS).some((name) => view[name as keyof SessionsView] !== undefined);
}
