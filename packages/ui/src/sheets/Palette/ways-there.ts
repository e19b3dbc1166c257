import { anHourAgo } from '../../data/activity-view.ts';
import { STATES } from '../../data/lessons-view.ts';
import { SCREEN_IDS, SCREENS, type ScreenId } from '../../data/screens.ts';
import type { Offer } from '../../state/action-registry.tsx';
import { ACTIONS, type ActionId } from '../../state/actions.ts';
import { strings } from '../../strings.ts';
import type { ScreenButton } from './buttons.ts';

/** What is done on one screen, as it is found from everywhere: it leads there, or says there what it needs first. */
export interface WayThere {
  /** Unique. */
  title: string;
  alsoCalled: string;
  screen: ScreenId;
  /** What the screen shows then, besides the project of the window; a function where that depends on when it is chosen. */
  query?: string | (() => string);
  /** The list whose filters are shown then. */
  facets?: 'lessons' | 'sessions';
  /** Left out where one of these is offered itself, even if it cannot be done now. */
  unless?: readonly ActionId[];
  /** Left out where a button with one of these names is in sight. */
  unlessButton?: readonly string[];
  /** What is to be done first, on the screen itself. */
  first?: string;
}

const SELECT_FIRST = 'Select lessons first: x selects one';
const OPEN_EDGE = 'Open a cause first: a line of the map, or a row of its table';

/** In the order in which they are offered where the words say no more. */
export const WAYS_THERE: readonly WayThere[] = [
  {
    title: 'Delete a lesson…',
    alsoCalled: 'remove trash bin',
    screen: 'lessons',
    unless: ['delete'],
  },
  {
    title: 'Delete a session…',
    alsoCalled: 'remove trash bin',
    screen: 'sessions',
    unless: ['delete'],
  },
  {
    title: 'Filter lessons…',
    alsoCalled: 'facets counts tags search',
    screen: 'lessons',
    facets: 'lessons',
    unless: ['facets'],
  },
  {
    title: 'Filter sessions…',
    alsoCalled: 'facets counts search',
    screen: 'sessions',
    facets: 'sessions',
    unless: ['facets'],
  },
  {
    title: 'Accept, reject or archive a lesson…',
    alsoCalled: 'state approve decline',
    screen: 'lessons',
    unless: ['accept', 'acceptAll'],
  },
  {
    title: 'Set the state of selected lessons…',
    alsoCalled: 'accept reject archive bulk several',
    screen: 'lessons',
    unlessButton: [strings.bulk.state],
    first: SELECT_FIRST,
  },
  {
    title: 'Tag selected lessons…',
    alsoCalled: 'add tags label bulk several',
    screen: 'lessons',
    unlessButton: [strings.bulk.tags],
    first: SELECT_FIRST,
  },
  {
    title: 'Move lessons to another project…',
    alsoCalled: 'bulk several selected',
    screen: 'lessons',
    unlessButton: [strings.bulk.move],
    first: SELECT_FIRST,
  },
  {
    title: 'Compare versions of a lesson…',
    alsoCalled: 'diff history earlier go back revert restore',
    screen: 'lessons',
    unless: ['compare'],
  },
  {
    title: 'Accept all drafts…',
    alsoCalled: 'approve listed',
    screen: 'today',
    unless: ['acceptAll', 'acceptGroup'],
  },
  {
    title: 'Reject all drafts…',
    alsoCalled: 'decline listed',
    screen: 'today',
    unless: ['rejectAll', 'rejectGroup'],
  },
  {
    title: 'Review duplicates',
    alsoCalled: 'same twice pairs merge suspects today',
    screen: 'today',
    query: 'waiting=suspects',
  },
  {
    title: 'Merge all exact duplicates…',
    alsoCalled: 'combine pairs',
    screen: 'today',
    query: 'waiting=suspects',
    unless: ['mergeExact'],
  },
  {
    title: 'Review contradictions',
    alsoCalled: 'conflicts opposite today',
    screen: 'today',
    query: 'waiting=contradictions',
  },
  {
    title: 'Review unused lessons',
    alsoCalled: 'stale unread today',
    screen: 'today',
    query: 'waiting=neglected',
  },
  {
    title: 'Review harmful lessons',
    alsoCalled: 'wrong feedback today',
    screen: 'today',
    query: 'waiting=harmful',
  },
  {
    title: 'Ask what if…',
    alsoCalled: 'otherwise alternative decision question instead',
    screen: 'causes',
    query: 'ask=whatif',
  },
  {
    title: 'Ask what led here…',
    alsoCalled: 'path chain question from to',
    screen: 'causes',
    query: 'ask=path',
  },
  {
    title: 'Ask for similar decisions…',
    alsoCalled: 'question chosen before',
    screen: 'causes',
    query: 'ask=similar',
  },
  {
    title: 'Ask for dead ends…',
    alsoCalled: 'question failed tried before task',
    screen: 'causes',
    query: 'ask=deadends',
  },
  {
    title: 'Confirm a cause…',
    alsoCalled: 'agree edge voice',
    screen: 'causes',
    query: 'map=true',
    unlessButton: ['Confirm'],
    first: OPEN_EDGE,
  },
  {
    title: 'Dispute a cause…',
    alsoCalled: 'disagree wrong edge deny voice',
    screen: 'causes',
    query: 'map=true',
    unlessButton: ['Dispute'],
    first: OPEN_EDGE,
  },
  {
    title: 'Show what agents were shown',
    alsoCalled: 'answers activity log shown to given',
    screen: 'activity',
    query: 'show=answers',
  },
  {
    title: 'Show what people changed',
    alsoCalled: 'person history activity log',
    screen: 'activity',
    query: 'by=person',
  },
  {
    title: 'Writes of the last hour',
    alsoCalled: 'the log recent history changes hours today undo',
    screen: 'activity',
    query: () => new URLSearchParams({ since: anHourAgo() }).toString(),
  },
  {
    title: 'Undo a whole import…',
    alsoCalled: 'the revert transcripts activity history',
    screen: 'activity',
    query: 'by=importer',
    first: 'Each import has a button of its own: Undo the whole import',
  },
  ...STATES.map(
    (state): WayThere => ({
      title: `${ACTIONS.lessons.title}: ${strings.state[state]}`,
      alsoCalled: 'filter state',
      screen: 'lessons',
      query: `state=${state}`,
    }),
  ),
];

/** The screen in the link. */
const openScreen = () => SCREEN_IDS.find((id) => location.hash.split('?')[0] === `#${SCREENS[id].path}`);

/** The buttons in sight, and the ways that they and the actions on offer leave; a way to the open screen says what it needs first. */
export function waysFrom(buttons: readonly ScreenButton[], offered: readonly Offer[]) {
  const here = openScreen();
  const isOffered = (id: ActionId) => offered.some((offer) => offer.id === id);
  const isInSight = (name: string) => buttons.some(({ title }) => title === name);
  const there = WAYS_THERE.filter(
    ({ unless = [], unlessButton = [] }) => !unless.some(isOffered) && !unlessButton.some(isInSight),
  ).map((way) => ({ way, why: (way.screen === here && way.first) || null }));
  return { buttons, there };
}

/** The link that leads there, with the project of the window. */
export function linkThere({ screen, query, facets }: WayThere, project: string | undefined) {
  const place = project === undefined ? '' : new URLSearchParams({ project }).toString();
  const shown = typeof query === 'function' ? query() : query;
  return { screen, query: [shown, place].filter(Boolean).join('&'), facets };
}
