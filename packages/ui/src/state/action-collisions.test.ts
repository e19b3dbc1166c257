import { expect, test } from 'vitest';
import type { Focus } from './action-keys.ts';
import { ACTIONS, type Action, type Scope } from './actions.ts';

/** Where the keys of a scope work. */
const REACH: Record<Scope, readonly Focus[]> = {
  anywhere: ['list', 'map', 'other'],
  list: ['list'],
  field: ['field', 'search', 'list', 'map', 'other'],
  search: ['search'],
  map: ['map'],
};

/** The pairs of actions that one press could mean, in the order in which they are tried, as `key: first second`. */
function collisions(actions: Readonly<Record<string, Pick<Action, 'keys' | 'scope'>>>): string[] {
  const all = Object.entries(actions);
  return all.flatMap(([id, action], index) =>
    all.slice(index + 1).flatMap(([other, { keys, scope }]) => {
      const meet = REACH[action.scope].some((focus) => REACH[scope].includes(focus));
      return meet ? action.keys.filter((key) => keys.includes(key)).map((key) => `${key}: ${id} ${other}`) : [];
    }),
  );
}

/** Pairs that are never there together, or of which the first is meant as long as it has something to do. */
const UNDERSTOOD: Readonly<Record<string, string>> = {
  // Escape goes back one step at a time; each of these is there only while its step is.
  'Escape: clear cancel': 'the field is left before the form around it',
  'Escape: clear back': 'the field is left before the lesson beside it',
  'Escape: deselect cancel': 'while a form is open, nothing is selected',
  'Escape: deselect back': 'what is selected is given up before the lesson is',
  'Escape: cancel back': 'a form is left before the lesson that it changes',
  'Escape: clear leaveField': 'no field of a question is one of a search',
  'Escape: deselect leaveField': 'where a question is asked, nothing is selected',
  'Escape: cancel leaveField': 'where a question is asked, no form stands beside',
  'Escape: leaveField back': 'the field is left before the question',
  // Today has keys of its own, and no lesson beside its rows.
  'x: select dismiss': 'where rows are dismissed, x selects none',
  'r: reject rejectOlder': 'one of two is rejected, or the lesson',
  'u: restore undoDecision': 'Today shows no bin',
  'u: undoEntry restore': 'Activity shows no bin',
  'u: undoEntry undoDecision': 'on Today the entries are answers, which nothing undoes',
  ']: nextPart nextKind': 'Today shows no session',
  '[: partBefore kindBefore': 'Today shows no session',
  's: toSession swap': 'Today has no lesson with that key beside its rows',
  's: toSession rejectNewer': 'Today has no lesson with that key beside its rows',
  'm: merge toMap': 'Today has no map',
  's: swap rejectNewer': 'duplicates and contradictions are two tabs',
  'A: acceptAll acceptGroup': 'drafts are grouped or not',
  'R: rejectAll rejectGroup': 'drafts are grouped or not',
  // The map takes its own keys before anything else does.
  'Escape: deselect stepBack': 'on the map that of the map is meant',
  'Escape: cancel stepBack': 'on the map that of the map is meant',
  'Escape: back stepBack': 'on the map that of the map is meant',
  'Escape: leaveField stepBack': 'on the map that of the map is meant',
  'f: facets nodeOnly': 'on the map that of the map is meant',
  'p: pin nodePin': 'on the map that of the map is meant',
  'h: archive nodeHide': 'on the map that of the map is meant',
  'Delete: delete nodeHide': 'on the map that of the map is meant',
};

test('no two actions that can be there together share a key', () => {
  expect(collisions(ACTIONS).toSorted()).toEqual(Object.keys(UNDERSTOOD).toSorted());
});

test('a key that is given away twice is noticed, unless its actions never meet', () => {
  const more = { ...ACTIONS, mute: { keys: ['F9', 'M'], scope: 'anywhere' } } as const;
  expect(collisions(more).filter((pair) => !(pair in UNDERSTOOD))).toEqual(['M: mergeExact mute']);
  const onMap = { ...ACTIONS, mute: { keys: ['M'], scope: 'map' } } as const;
  expect(collisions(onMap).filter((pair) => !(pair in UNDERSTOOD))).toEqual(['M: mergeExact mute']);
});
