import { SCREEN_IDS, SCREENS, type ScreenId } from '../data/screens.ts';
import { strings } from '../strings.ts';

/**
 * Where the keys of an action work. `list`: when a list or nothing in particular has the focus. `field`: also in text fields.
 * `search`: only in a search field. `map`: only on the map of causes, which uses the arrow keys.
 */
export type Scope = 'anywhere' | 'list' | 'field' | 'search' | 'map';

/** An action as data: its name and its keys. The component that shows it registers what it does. */
export interface Action {
  /** Its name wherever it is offered. */
  title: string;
  /** The part of the interface that it belongs to. */
  group: keyof typeof strings.shortcuts.groups;
  /**
   * Alternatives. `Mod` is Ctrl, or Command on a Mac. `Meta` works only on a Mac, `Alt` only elsewhere.
   */
  keys: readonly string[];
  scope: Scope;
  /** Whether it is offered by name. Movements are available by key only. */
  named: boolean;
}

function define(group: Action['group'], title: string, keys: readonly string[], scope: Scope = 'anywhere'): Action {
  return { group, title, keys, scope, named: true };
}

function byKey(...parts: Parameters<typeof define>): Action {
  return { ...define(...parts), named: false };
}

/** The actions that open a screen, in the order of the rail. */
const TO_SCREENS = Object.fromEntries(
  SCREEN_IDS.map((id) => [id, define('window', `Go to ${strings.rail[id]}`, [SCREENS[id].key])]),
) as Record<ScreenId, Action>;

/** The actions on the map of causes. */
export const ON_MAP = {
  effect: byKey('map', 'To the strongest effect', ['ArrowRight'], 'map'),
  cause: byKey('map', 'To the strongest cause', ['ArrowLeft'], 'map'),
  nextBeside: byKey('map', 'Next one beside it', ['ArrowDown'], 'map'),
  besideBefore: byKey('map', 'The one before it', ['ArrowUp'], 'map'),
  unfold: byKey('map', 'Unfold or fold it', ['Enter'], 'map'),
  stepBack: byKey('map', 'Back the way you came', ['Escape'], 'map'),
} as const satisfies Record<string, Action>;

/** Name of an action on the map. */
export type MapActionId = keyof typeof ON_MAP;

/** Every action of the interface. Everything that offers actions is derived from this list, so none can be missing. */
export const ACTIONS = {
  // Before the others, because Escape in the search field must not reach an edit beside it.
  clear: byKey('search', 'Clear it; when empty, go to the list', ['Escape'], 'search'),
  toHits: byKey('search', 'To the first one found', ['ArrowDown'], 'search'),
  openHit: byKey('search', 'Open the first one found', ['Enter'], 'search'),
  // Before `back`: Escape clears the selection before it leaves the lesson.
  deselect: byKey('select', 'Clear the selection', ['Escape'], 'list'),
  // Before `back`: while a lesson is edited, Escape ends the edit.
  save: define('edit', 'Save', ['Mod+Enter'], 'field'),
  cancel: define('edit', 'Stop editing; what was changed is kept', ['Escape'], 'field'),
  down: byKey('list', 'Next one', ['j']),
  up: byKey('list', 'The one before', ['k']),
  arrowDown: byKey('list', 'Next one', ['ArrowDown'], 'list'),
  arrowUp: byKey('list', 'The one before', ['ArrowUp'], 'list'),
  pageDown: byKey('list', 'A screen down', ['PageDown'], 'list'),
  pageUp: byKey('list', 'A screen up', ['PageUp'], 'list'),
  first: byKey('list', 'First one', ['Home'], 'list'),
  last: byKey('list', 'Last one read so far', ['End'], 'list'),
  select: byKey('select', 'Select, or no longer', ['x']),
  extendDown: byKey('select', 'Select down', ['J']),
  extendUp: byKey('select', 'Select up', ['K']),
  arrowExtendDown: byKey('select', 'Select down', ['Shift+ArrowDown'], 'list'),
  arrowExtendUp: byKey('select', 'Select up', ['Shift+ArrowUp'], 'list'),
  selectAll: byKey('select', 'Select all that are read so far', ['Mod+a'], 'list'),
  open: byKey('list', 'Open it', ['Enter'], 'list'),
  back: byKey('list', 'Back to the list', ['Escape'], 'field'),
  filter: define('list', 'Search', ['/']),
  bin: define('list', 'Show or leave the bin', ['b']),
  emptyBin: define('list', 'Empty the bin, for good', []),
  facets: define('list', 'Filters with counts', ['f']),
  create: define('lesson', 'New lesson', ['n']),
  edit: define('lesson', 'Edit', ['e']),
  pin: define('lesson', 'Pin or unpin', ['p']),
  accept: define('lesson', 'Accept', ['a']),
  reject: define('lesson', 'Reject', ['r']),
  archive: define('lesson', 'Archive', ['h']),
  delete: define('lesson', 'Move to the bin', ['#', 'Delete']),
  restore: define('lesson', 'Restore from the bin', ['u']),
  purge: define('lesson', 'Purge from the bin, for good', []),
  helpful: define('lesson', 'Judge it helpful', ['+']),
  unhelpful: define('lesson', 'Judge it unhelpful', ['-']),
  harmful: define('lesson', 'Judge it harmful', ['!']),
  why: define('lesson', 'Why it was found', ['w']),
  correct: define('lesson', 'Correct the outcome of a session', ['o']),
  nextPart: byKey('lesson', 'Next part of a session', [']']),
  partBefore: byKey('lesson', 'Part of a session before', ['[']),
  copyId: define('lesson', 'Copy its id', ['y']),
  copyLink: define('lesson', 'Copy its link', ['l']),
  copyAddress: define('lesson', 'Copy its web address', ['L']),
  copyMarkdown: define('lesson', 'Copy as Markdown', ['c']),
  copyJson: define('lesson', 'Copy as JSON', ['C']),
  merge: define('today', 'Merge the draft into another lesson', ['m']),
  dismiss: define('today', 'Leave it: not the same, both right, keep it', ['x']),
  swap: define('today', 'Let the other one of two stay', ['s']),
  nextKind: define('today', 'Next kind of what waits', [']']),
  kindBefore: define('today', 'Kind of what waits before', ['[']),
  takeBack: byKey('today', 'Take the last decision back', ['u']),
  palette: byKey('window', 'Find anything: actions, lessons, projects', ['Mod+k'], 'field'),
  goBack: define('window', 'Back to where you were', ['Alt+ArrowLeft', 'Meta+['], 'field'),
  goForward: define('window', 'Forward again', ['Alt+ArrowRight', 'Meta+]'], 'field'),
  undo: define('window', 'Undo the last thing done here', ['Mod+z']),
  redo: define('window', 'Do it again', ['Mod+Shift+z']),
  ...TO_SCREENS,
  ...ON_MAP,
  renameProject: define('window', 'Rename this project…', []),
  projectChecks: define('window', 'Checks of this project…', []),
  mergeProject: define('window', 'Merge this project into another…', []),
  exportBundle: define('window', 'Export a bundle…', []),
  importBundle: define('window', 'Import a bundle…', []),
  backUp: define('window', 'Back up now', []),
  check: define('window', 'Check the memory now', []),
  importSample: define('window', 'Import the sample', []),
  themeSystem: define('window', 'Theme of the system', []),
  themeLight: define('window', 'Light theme', []),
  themeDark: define('window', 'Dark theme', []),
  comfortable: define('window', 'Comfortable rows', []),
  compact: define('window', 'Compact rows', []),
  sheet: define('window', 'Keyboard shortcuts', ['?']),
} as const satisfies Record<string, Action>;

/** Name of an action. */
export type ActionId = keyof typeof ACTIONS;
