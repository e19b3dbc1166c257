import { SCREEN_IDS, SCREENS, type ScreenId } from '../data/screens.ts';
import { SETTINGS_PARTS, type SettingsPart } from '../data/settings-view.ts';
import { IS_MAC } from '../elements/Kbd/platform.ts';
import { bundleTitles } from '../strings/bundle-titles.ts';
import { settingsParts } from '../strings/settings-parts.ts';
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

/** The actions that lead to the parts of Settings, in the order of that screen. */
const TO_SETTINGS = Object.fromEntries(
  SETTINGS_PARTS.map((part) => [`settings.${part}`, define('window', `Settings: ${settingsParts[part]}`, [])]),
) as Record<`settings.${SettingsPart}`, Action>;

/** The actions on the map of causes. */
export const ON_MAP = {
  effect: byKey('map', 'Go to the strongest effect', ['ArrowRight'], 'map'),
  cause: byKey('map', 'Go to the strongest cause', ['ArrowLeft'], 'map'),
  nextBeside: byKey('map', 'Next node beside it', ['ArrowDown'], 'map'),
  besideBefore: byKey('map', 'Previous node beside it', ['ArrowUp'], 'map'),
  expandOrCollapse: byKey('map', 'Expand or collapse', ['Enter'], 'map'),
  stepBack: byKey('map', 'Go back along the way', ['Escape'], 'map'),
} as const satisfies Record<string, Action>;

const { onNode: node } = strings.sharedCauses;

/** The actions on the selected node of the map. */
const ON_NODE = {
  nodeMiddle: define('map', node.middle, []),
  nodeExpand: define('map', node.expand, []),
  nodeCollapse: define('map', node.collapse, []),
  nodeOnly: define('map', node.onlyOrAll, ['f'], 'map'),
  nodePin: define('map', node.pinOrNot, ['p'], 'map'),
  nodeHide: define('map', node.hide, ['h', 'Delete'], 'map'),
  showHidden: define('map', node.showHidden, ['H'], 'map'),
  unpinAll: define('map', node.unpinAll, ['P'], 'map'),
  nodeWhy: define('map', node.why, []),
  nodePath: define('map', node.path, []),
  nodeWhatIf: define('map', node.whatif, []),
  nodeSimilar: define('map', node.similar, []),
  nodeCause: define('map', node.addCause, []),
  nodeEffect: define('map', node.addEffect, []),
} as const satisfies Record<string, Action>;

/** The actions that the map has keys for. */
export const MAP_KEYS = { ...ON_MAP, ...ON_NODE };

/** Name of an action on the map. */
export type MapActionId = keyof typeof MAP_KEYS;

/** Every action of the interface. Everything that offers actions is derived from this list, so none can be missing. */
export const ACTIONS = {
  // Before the others, because Escape in the search field must not reach an edit beside it.
  clear: byKey('search', 'Clear the field; when empty, go to the list', ['Escape'], 'search'),
  toHits: byKey('search', 'Go to the first result', ['ArrowDown'], 'search'),
  openHit: byKey('search', 'Open the first result', ['Enter'], 'search'),
  // Before `back`: Escape clears the selection before it leaves the lesson.
  deselect: byKey('select', 'Clear the selection', ['Escape']),
  // Before `back`: while a lesson is edited, Escape ends the edit.
  save: define('edit', 'Save', ['Mod+Enter'], 'field'),
  cancel: define('edit', 'Close the form; changes are kept', ['Escape'], 'field'),
  down: byKey('list', 'Next row', ['j']),
  up: byKey('list', 'Previous row', ['k']),
  arrowDown: byKey('list', 'Next row', ['ArrowDown'], 'list'),
  arrowUp: byKey('list', 'Previous row', ['ArrowUp'], 'list'),
  pageDown: byKey('list', 'Page down', ['PageDown'], 'list'),
  pageUp: byKey('list', 'Page up', ['PageUp'], 'list'),
  first: byKey('list', 'First row', ['Home'], 'list'),
  last: byKey('list', 'Last row', ['End'], 'list'),
  select: byKey('select', 'Select or deselect', ['x']),
  extendDown: byKey('select', 'Select down', ['J']),
  extendUp: byKey('select', 'Select up', ['K']),
  arrowExtendDown: byKey('select', 'Select down', ['Shift+ArrowDown'], 'list'),
  arrowExtendUp: byKey('select', 'Select up', ['Shift+ArrowUp'], 'list'),
  selectAll: byKey('select', 'Select all loaded rows', ['Mod+a']),
  open: byKey('list', 'Open', ['Enter'], 'list'),
  undoEntry: byKey('list', 'Undo or redo a write', ['u']),
  // Before `back`: Escape leaves the field of a question or a task before it leaves the question.
  leaveField: byKey('window', 'Leave the field', ['Escape'], 'field'),
  back: byKey('list', 'Back to the list', ['Escape'], 'field'),
  filter: define('list', 'Search', ['/']),
  bin: define('list', 'Open or close the bin', ['b']),
  emptyBin: define('list', 'Empty the bin', []),
  facets: define('list', 'Filters', ['f']),
  saveView: define('list', strings.views.save, []),
  create: define('lesson', 'New lesson', ['n']),
  edit: define('lesson', 'Edit', ['e']),
  pin: define('lesson', 'Pin or unpin', ['p']),
  accept: define('lesson', 'Accept', ['a']),
  reject: define('lesson', 'Reject', ['r']),
  archive: define('lesson', 'Archive', ['h']),
  // The key that a Mac calls delete is another one.
  delete: define('lesson', 'Delete', IS_MAC ? ['#', 'Delete'] : ['Delete', '#']),
  restore: define('lesson', 'Restore from the bin', ['u']),
  purge: define('lesson', 'Purge from the bin', []),
  helpful: define('lesson', 'Mark as helpful', ['+']),
  unhelpful: define('lesson', 'Mark as unhelpful', ['-']),
  harmful: define('lesson', 'Mark as harmful', ['!']),
  why: define('lesson', 'Show why it was found', ['w']),
  source: define('lesson', 'Show raw Markdown or formatted text', ['v']),
  compare: define('lesson', strings.versions.compare.action, ['d']),
  correct: define('lesson', 'Change the outcome of a session', ['o']),
  nextPart: byKey('lesson', 'Next tab of the session', [']']),
  partBefore: byKey('lesson', 'Previous tab of the session', ['[']),
  toSession: define('lesson', 'Open its session', ['s']),
  copyId: define('lesson', 'Copy id', ['y']),
  copyLink: define('lesson', 'Copy app link', ['l']),
  copyAddress: define('lesson', 'Copy link', ['L']),
  copyMarkdown: define('lesson', 'Copy as Markdown', ['c']),
  copyJson: define('lesson', 'Copy as JSON', ['C']),
  merge: define('today', 'Merge the draft into another lesson', ['m']),
  dismiss: define('today', 'Dismiss: not the same, leave both, keep', ['x']),
  swap: define('today', 'Let the other one stay', ['s']),
  rejectOlder: define('today', 'Reject the older', ['r']),
  rejectNewer: define('today', 'Reject the newer', ['s']),
  nextKind: define('today', 'Next tab of Today', [']']),
  kindBefore: define('today', 'Previous tab of Today', ['[']),
  mergeExact: define('today', 'Merge all exact duplicates…', ['M']),
  acceptAll: define('today', 'Accept all listed drafts…', ['A']),
  rejectAll: define('today', 'Reject all listed drafts…', ['R']),
  acceptGroup: define('today', 'Accept all drafts of this group…', ['A']),
  rejectGroup: define('today', 'Reject all drafts of this group…', ['R']),
  groupDrafts: define('today', 'Decide by group…', ['g']),
  undoDecision: byKey('today', 'Undo the last decision', ['u']),
  palette: byKey('window', 'Find anything: actions, lessons, projects', ['Mod+k'], 'field'),
  goBack: define('window', 'Go back', ['Alt+ArrowLeft', 'Meta+['], 'field'),
  goForward: define('window', 'Go forward', ['Alt+ArrowRight', 'Meta+]'], 'field'),
  undo: define('window', 'Undo', ['Mod+z']),
  redo: define('window', 'Redo', ['Mod+Shift+z']),
  ...TO_SCREENS,
  toMap: define('map', 'Go to the map', ['m']),
  ...ON_MAP,
  ...ON_NODE,
  renameProject: define('window', 'Rename this project…', []),
  projectChecks: define('window', 'Checks of this project…', []),
  mergeProject: define('window', 'Merge this project into another…', []),
  panes: define('window', strings.panes.toggle, ['\\']),
  newWindow: define('window', 'New window', []),
  systemNotices: define('window', strings.news.system, []),
  connectAgent: define('window', 'Connect a program…', []),
  importFiles: define('window', 'Import files…', []),
  importPastSessions: define('window', 'Import past sessions…', []),
  askWhy: define('window', 'Ask why something happened…', []),
  showMap: define('window', 'Show the map of causes', []),
  connectThings: define('window', `${strings.sharedCauses.connect}…`, []),
  binOfLessons: define('window', 'Open the bin of lessons', []),
  binOfSessions: define('window', 'Open the bin of sessions', []),
  ...TO_SETTINGS,
  copyCommand: define('window', 'Copy the command that connects a program (MCP)', []),
  exportBundle: define('window', `${bundleTitles.export}…`, []),
  importBundle: define('window', `${bundleTitles.import}…`, []),
  backUp: define('window', 'Back up now', []),
  check: define('window', 'Check the memory now', []),
  importSample: define('window', 'Load the sample', []),
  removeSample: define('window', 'Remove the sample', []),
  themeSystem: define('window', 'System theme', []),
  themeLight: define('window', 'Light theme', []),
  themeDark: define('window', 'Dark theme', []),
  comfortable: define('window', 'Comfortable rows', []),
  compact: define('window', 'Compact rows', []),
  sheet: define('window', 'Keyboard shortcuts', ['?']),
} as const satisfies Record<string, Action>;

/** Name of an action. */
export type ActionId = keyof typeof ACTIONS;

/** Actions beside those of a record that are not about it, but about its list or its screen. */
const OF_LIST: ReadonlySet<ActionId> = new Set([
  'create',
  'toMap',
  'nextKind',
  'kindBefore',
  'mergeExact',
  'acceptAll',
  'rejectAll',
  'groupDrafts',
]);

/** True for an action on the current record, or on all that are selected: what the menu of a row or a node offers. */
export function isOfRecord(id: ActionId): boolean {
  const { group, named } = ACTIONS[id];
  return named && (group === 'lesson' || group === 'today' || group === 'map') && !OF_LIST.has(id);
}
