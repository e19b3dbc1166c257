import { useQueries, useQuery } from '@tanstack/react-query';
import {
  type CausalNode,
  lessonTitle,
  type Project,
  plainText,
  type Reflection,
  type Session,
} from '@twicewise/contract';
import { useMemo, useState } from 'react';
import { useClient } from '../../data/client.ts';
import { projectPlaces, projectsApart } from '../../data/project-label.ts';
import type { SessionAttempt } from '../../data/queries/attempts.ts';
import type { FoundSession } from '../../data/queries/found-sessions.ts';
import { projectList } from '../../data/queries/projects.ts';
import { lesson as lessonQuery } from '../../data/queries/reflections.ts';
import { sessionList } from '../../data/queries/sessions.ts';
import { savedViews } from '../../data/queries/views.ts';
import type { ShownView } from '../../data/saved-views.ts';
import { SCREEN_IDS, type ScreenId } from '../../data/screens.ts';
import { shownOutcome } from '../../data/shown-outcome.ts';
import { answering, type Entry, isOpen, isSame, likeness } from '../../groups/Palette/entry.ts';
import { keysOf } from '../../state/action-keys.ts';
import { useActionRunner } from '../../state/action-registry.tsx';
import { ACTIONS } from '../../state/actions.ts';
import { ALSO_CALLED } from '../../state/also-called.ts';
import { recentChoices } from '../../state/recent.ts';
import { type InsightsPart, insightsParts } from '../../strings/insights-parts.ts';
import { unrecorded as unrecordedWords } from '../../strings/unrecorded.ts';
import { strings } from '../../strings.ts';
import { screenButtons } from './buttons.ts';
import { questionIn } from './question-in.ts';
import { settingLabels } from './setting-labels.ts';
import type { Elsewhere } from './use-elsewhere.ts';
import type { FoundLessons } from './use-found.ts';
import { useOutcomes } from './use-outcomes.ts';
import { linkThere, type WayThere, waysFrom } from './ways-there.ts';

/** Where choices lead. */
export interface Ways {
  /** Undefined: all projects. */
  toProject: (project: string | undefined) => void;
  toLesson: (lesson: Reflection) => void;
  toSession: (session: Session) => unknown;
  /** Shows the attempts of its session. */
  toAttempt: (attempt: SessionAttempt) => void;
  toNode: (node: CausalNode) => unknown;
  /** Shows all hits of a search. */
  toHits: (words: string) => void;
  /** Shows a screen as a query says, such as a saved view. */
  toView: (view: { screen: ScreenId; query: string; facets?: WayThere['facets'] }) => void;
  /** Shows a part of Insights. */
  toPart: (part: InsightsPart) => void;
  /** Asks a question in these words. */
  toAnswer: (ask: Ask, words: string) => void;
}

/** The questions that can be asked from the palette. */
const ASKS = ['why', 'deadends', 'similar', 'brief', 'whatif'] as const;
/** See {@link ASKS}. */
export type Ask = (typeof ASKS)[number];

/** Fewer words name a thing, and ask nothing. */
const LEAST_WORDS_OF_QUESTION = 3;

const words = strings.palette;

/** The most rows of one kind; for more, the person types more or opens the list. */
const MOST = { action: 8, view: 4, project: 4, lesson: 8, session: 5, attempt: 5, node: 5 };

/** Fewer letters begin too many names. */
const LEAST_BEGINNING = 3;

/** True when a name begins with what was typed, or is just that. */
function beginsWith(name: string, typed: string): boolean {
  const begun = typed.trim().toLowerCase();
  return isSame(name, typed) || (begun.length >= LEAST_BEGINNING && name.toLowerCase().startsWith(begun));
}

/** True for an action that does nothing but lead to a screen or a part of Settings. */
const isWay = (id: string) => id.startsWith('settings.') || SCREEN_IDS.some((screen) => screen === id);

/** The actions available when the palette opens; what is below it does not change while it is open. */
function useActionEntries(): Entry[] {
  const { offers, run } = useActionRunner();
  const [offered] = useState(offers);
  return useMemo(
    () =>
      offered
        .filter(({ id }) => ACTIONS[id].named)
        .map(({ id, why }) => {
          const { title, group } = ACTIONS[id];
          const place = strings.shortcuts.groups[group];
          return {
            key: `action:${id}`,
            kind: 'action',
            title,
            place,
            alsoCalled: ALSO_CALLED[id] ?? '',
            holds: settingLabels(id),
            isPlace: isWay(id),
            keys: keysOf(id).slice(0, 1),
            why,
            run: () => run(id),
          };
        }),
    [offered, run],
  );
}

/** The buttons of the open screen, the ways to what others do, as they are when the palette opens, and the parts of Insights. */
function useScreenEntries(project: string | undefined, ways: Ways): Entry[] {
  const { offers } = useActionRunner();
  const [{ buttons, there }] = useState(() => waysFrom(screenButtons(), offers()));
  const own = (isOfRow: boolean) =>
    buttons.filter((button) => button.isOfRow === isOfRow).map((button): Entry => ({ ...button, kind: 'action' }));
  const others = there.map(
    ({ way, why }): Entry => ({
      key: `way:${way.title}`,
      kind: 'action',
      title: way.title,
      place: strings.rail[way.screen],
      alsoCalled: way.alsoCalled,
      why,
      run: () => ways.toView(linkThere(way, project)),
    }),
  );
  // Those of rows may be many: what matches as well goes before them.
  return [...own(false), ...others, ...partEntries(ways), ...own(true)];
}

/** Other words by which people look for a part of Insights. */
const PARTS_CALLED: Readonly<Partial<Record<InsightsPart, string>>> = {
  failures: 'failures errors mistakes that are repeated repeat',
  strategies: 'successes strategies repeated',
  use: 'most used unused never reused',
};

/** The parts of Insights. */
const partEntries = (ways: Ways): Entry[] =>
  (Object.keys(insightsParts) as InsightsPart[]).map((part) => ({
    key: `part:${part}`,
    kind: 'action',
    title: `${ACTIONS.insights.title}: ${insightsParts[part]}`,
    alsoCalled: PARTS_CALLED[part] ?? '',
    isPlace: true,
    run: () => ways.toPart(part),
  }));

function projectEntries(projects: readonly Project[], current: string | undefined, ways: Ways): Entry[] {
  const all = { id: undefined, name: words.allProjects };
  const places = projectPlaces(projects);
  return [all, ...projects]
    .filter(({ id }) => id !== current)
    .map(({ id, name }) => {
      const place = places.get(id ?? '');
      return {
        key: `project:${id ?? ''}`,
        kind: 'project' as const,
        title: name,
        ...(place ? { place } : {}),
        // The project stays when the filters are cleared.
        ...(id === undefined ? { alsoCalled: 'everywhere clear the project all filters' } : {}),
        run: () => ways.toProject(id),
      };
    });
}

/** What the project of a record is called. */
const nameIn = (
  projects: readonly Project[],
  { projectId, projectName }: Pick<Reflection, 'projectId' | 'projectName'>,
) => projects.find(({ id }) => id === projectId)?.name ?? projectName;

function lessonEntry(lesson: Reflection, projects: readonly Project[], ways: Ways): Entry {
  const { id, outcome } = lesson;
  return {
    key: `lesson:${id}`,
    kind: 'lesson',
    title: lessonTitle(lesson),
    place: nameIn(projects, lesson),
    outcome,
    run: () => ways.toLesson(lesson),
  };
}

/** Where only its name is known, its outcome comes later; see {@link useOutcomes}. */
type NamedSession = Pick<FoundSession, 'session'> & Partial<FoundSession>;

/** What a session is about: its goal, or what its record or else its attempts were at; empty where nothing says so. */
function aboutOf({ session: { goal }, episode, unrecorded }: NamedSession): string {
  return plainText(goal ?? episode?.task ?? (unrecorded?.task ? unrecordedWords.title(unrecorded) : ''));
}

function sessionEntry(named: NamedSession, projects: readonly Project[], ways: Ways): Entry {
  const { session, episode } = named;
  const { id, nativeId, projectId } = session;
  const place = projects.find((project) => project.id === projectId)?.name;
  return {
    key: `session:${id}`,
    kind: 'session',
    title: words.session(nativeId ?? id, aboutOf(named) || null),
    ...(episode === undefined ? {} : shownOutcome(episode ?? session)),
    ...(place ? { place } : {}),
    run: () => ways.toSession(session),
  };
}

function attemptEntry(attempt: SessionAttempt, projects: readonly Project[], ways: Ways): Entry {
  const { id, ordinal, task, strategy, sessionTask } = attempt;
  // Without a record, the session is about what its attempts were at.
  const place = sessionTask ?? (strategy === null ? nameIn(projects, attempt) : task);
  return {
    key: `attempt:${id}`,
    kind: 'attempt',
    title: words.attempt(ordinal, plainText(strategy ?? task)),
    ...shownOutcome(attempt),
    place,
    run: () => ways.toAttempt(attempt),
  };
}

const viewEntry = (view: ShownView, ways: Ways): Entry => ({
  key: `view:${view.id}`,
  kind: 'view',
  title: view.name,
  place: strings.rail[view.screen],
  run: () => ways.toView(view),
});

function askEntries(typed: string, ways: Ways): Entry[] {
  const asked = typed.trim();
  const put = questionIn(typed);
  const entryOf = (ask: Ask, about: string): Entry => ({
    key: `ask:${ask}`,
    kind: 'ask',
    title: words.asks[ask](about),
    run: () => ways.toAnswer(ask, about),
  });
  const first = put ? [entryOf(put.ask, put.about)] : [];
  if (asked.split(/\s+/).length < LEAST_WORDS_OF_QUESTION) return first;
  const others = ASKS.filter((ask) => ask !== put?.ask && ask !== 'whatif');
  return [...first, ...others.map((ask) => entryOf(ask, put?.about ?? asked))];
}

function nodeEntry(node: CausalNode, ways: Ways): Entry {
  const { id, label: title, kind } = node;
  return {
    key: `node:${id}`,
    kind: 'node',
    title,
    place: strings.sharedCauses.kind(kind),
    run: () => ways.toNode(node),
  };
}

/**
 * Sessions whose name matches, then sessions that mention the words. Each appears once, as it was found by content, which tells
 * more.
 */
function sessionsFound(named: readonly Entry[], found: readonly Entry[]): Entry[] {
  return [...new Map([...named, ...found].map((entry) => [entry.key, entry])).values()].slice(0, MOST.session);
}

/** True when what was typed is the whole name or the goal of a listed session, and of no lesson: then that session is meant. */
function meansSession(typed: string, sessions: readonly Session[], lessons: readonly Reflection[]): boolean {
  if (lessons.some((lesson) => isSame(lessonTitle(lesson), typed))) return false;
  return sessions.some(({ id, nativeId, goal }) =>
    [nativeId ?? id, plainText(goal ?? '')].some((name) => isSame(name, typed)),
  );
}

/** Earlier choices that still exist and are available here, latest first. */
function useRecent(others: readonly Entry[], projects: readonly Project[], ways: Ways): Entry[] {
  const client = useClient();
  const [keys] = useState(recentChoices);
  const idOf = (key: string) => key.slice(key.indexOf(':') + 1);
  const lessonKeys = keys.filter((key) => key.startsWith('lesson:'));
  const lessons = useQueries({ queries: lessonKeys.map((key) => lessonQuery(client, idOf(key))) });
  return keys.flatMap((key) => {
    const { data, error } = lessons[lessonKeys.indexOf(key)] ?? {};
    const lesson = data && !error && data.deletedAt === null ? lessonEntry(data, projects, ways) : undefined;
    const entry = lesson ?? others.find((other) => other.key === key);
    return entry ? [{ ...entry, kind: 'recent' }] : [];
  });
}

/** All entries: those that match the words, or without words the recent choices and all actions. */
export function useEntries(
  typed: string,
  found: FoundLessons,
  elsewhere: Elsewhere,
  project: string | undefined,
  ways: Ways,
): Entry[] {
  const client = useClient();
  const { data: listed = [] } = useQuery(projectList(client));
  const projects = useMemo(() => projectsApart(listed), [listed]);
  const { data: sessions = [] } = useQuery(sessionList(client));
  const { data: saved = [] } = useQuery(savedViews(client));
  const actions = useActionEntries();
  const there = useScreenEntries(project, ways);
  const places = projectEntries(listed, project, ways);
  const runs = sessions.map((session) => sessionEntry({ session }, projects, ways));
  const views = saved.map((view) => viewEntry(view, ways));
  const recent = useRecent([...actions, ...there, ...views, ...places, ...runs], projects, ways);
  const isRecent = ({ key }: Entry) => recent.some((other) => other.key === key);
  const isBlank = typed.trim() === '';
  const byName = answering(runs, typed, () => '');
  const byContent = elsewhere.sessions.map((session) => sessionEntry(session, projects, ways));
  // Whatever of these is shown: both may hold sessions of which only the name is known.
  const known = useOutcomes(isBlank ? recent : sessionsFound(byName, byContent), sessions);
  if (isBlank) {
    // What cannot be done now tells nothing until somebody looks for it.
    const inOrder = [...actions.filter(isOpen), ...actions.filter((entry) => !isOpen(entry)), ...views, ...places];
    return [...known, ...inOrder.filter((entry) => !isRecent(entry))];
  }

  const named = (entries: readonly Entry[], most: number) => answering(entries, typed).slice(0, most);
  const lessons = found.lessons.slice(0, MOST.lesson).map((lesson) => lessonEntry(lesson, projects, ways));
  const rest: Entry = {
    key: 'hits',
    kind: 'lesson',
    title: words.allHits(found.total),
    run: () => ways.toHits(typed.trim()),
  };
  const ofLessons = [...lessons, ...(found.total > lessons.length ? [rest] : [])];
  const asks = askEntries(typed, ways);
  const meantViews = views.filter(({ title }) => beginsWith(title, typed));
  const acts = named([...actions, ...there], MOST.action);
  // What is put as a question is meant as one, unless something is called so.
  const isQuestion = questionIn(typed) !== null && likeness(typed, acts[0]?.title ?? '') === 0;
  return [
    ...(isQuestion ? asks.slice(0, 1) : []),
    // Its name was given by the person who types it.
    ...meantViews,
    ...acts,
    ...named(views, MOST.view).filter((view) => !meantViews.includes(view)),
    ...named(places, MOST.project),
    ...(meansSession(typed, sessions, found.lessons) ? [...known, ...ofLessons] : [...ofLessons, ...known]),
    ...elsewhere.attempts.slice(0, MOST.attempt).map((attempt) => attemptEntry(attempt, projects, ways)),
    ...elsewhere.nodes.slice(0, MOST.node).map((node) => nodeEntry(node, ways)),
    ...asks.slice(isQuestion ? 1 : 0),
  ];
}
