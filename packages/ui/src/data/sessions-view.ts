import { type EpisodePart, type EpisodeSummary, isEpisodeAuthor, isMonth, type Outcome } from '@twicewise/contract';
import { strings } from '../strings.ts';
import { MAX_WORDS, OUTCOMES } from './lessons-view.ts';
import type { EpisodeFilter } from './queries/episodes.ts';

/** Parts of a recorded session, in the order in which they are offered. */
export const TABS = ['timeline', 'decisions', 'lessons', 'told', 'record'] as const;
/** See {@link TABS}. */
export type Tab = (typeof TABS)[number];

/** What the screen Sessions shows, as its link says it. Absent means: no such filter. */
export interface SessionsView {
  project?: string;
  outcome?: Outcome[];
  /** How the outcome is known. */
  known?: EpisodeSummary['outcomeSource'][];
  /** At least one of each of these is in it. */
  has?: EpisodePart[];
  /** Who recorded it: person, agent:NAME, or importer:NAME. */
  author?: string[];
  /** Months in which it was, such as 2026-03. */
  month?: string[];
  /** Days, such as 2026-03-01, between which the sessions were, both of them included. */
  since?: string;
  until?: string;
  q?: string;
  bin?: true;
  /** The open episode. */
  episode?: string;
  /** The part of it that is shown; absent: its timeline. */
  tab?: Exclude<Tab, 'timeline'>;
}

/** A change to a view: undefined takes the filter away. */
export type SessionsPatch = { [K in keyof SessionsView]?: SessionsView[K] | undefined };

const KNOWN = Object.keys(strings.sessions.known) as EpisodeSummary['outcomeSource'][];
const PARTS = Object.keys(strings.sessions.parts) as EpisodePart[];

const DAY_MS = 86_400_000;

/** Most values of one filter that the host takes. */
const MOST_VALUES = 50;

function list(value: unknown): string[] {
  const items = Array.isArray(value) ? value : [value];
  const texts = items.filter((item): item is string => typeof item === 'string' && item !== '');
  return [...new Set(texts)].slice(0, MOST_VALUES);
}

/** A day as links and the browser's own field write it. */
function day(value: unknown): string | undefined {
  const [text = ''] = list(value);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // The 31st of February is none: it would be read as another day.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : undefined;
}

/** The view with some parts replaced; empty parts are left out, so that equal views have equal links. */
export function patchSessions(view: SessionsView, patch: SessionsPatch): SessionsView {
  const entries = Object.entries<unknown>({ ...view, ...patch });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && String(value) !== ''));
}

/** Reads a view from a link; what is not understood is left out. */
export function readSessions(search: Record<string, unknown>): SessionsView {
  const [tab] = list(search.tab);
  return patchSessions(
    {},
    {
      project: list(search.project)[0],
      outcome: OUTCOMES.filter((outcome) => list(search.outcome).includes(outcome)),
      known: KNOWN.filter((known) => list(search.known).includes(known)),
      has: PARTS.filter((part) => list(search.has).includes(part)),
      author: list(search.author).filter((author) => isEpisodeAuthor(author)),
      month: list(search.month).filter((month) => isMonth(month)),
      since: day(search.since),
      until: day(search.until),
      q: list(search.q)[0]?.slice(0, MAX_WORDS),
      bin: search.bin === true || list(search.bin)[0] === '1' ? true : undefined,
      episode: list(search.episode)[0],
      tab: TABS.find((known): known is Exclude<Tab, 'timeline'> => known === tab && known !== 'timeline'),
    },
  );
}

/**
 * The filter to ask the host with. Days are those of UTC: most records know no more than a date, which has no zone, and
 * is kept as the beginning of that day there.
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

/** Takes every filter away, and nothing that belongs to the place. */
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

/** True when anything but the place narrows the list. */
export function isSessionsNarrowed(view: SessionsView): boolean {
  return Object.keys(NO_SESSION_FILTERS).some((name) => view[name as keyof SessionsView] !== undefined);
}
