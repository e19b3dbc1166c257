import { expect, test } from 'vitest';
import { type BriefView, budgetOf, readBrief, toBrief } from './brief-view.ts';
import { parseSearch, stringifySearch } from './lessons-view.ts';

test.each([[{}], [{ task: 'Fix “it” & more\n+ 5 %' }], [{ task: 'x', project: 'proj_1', budget: 1600 }]] as [
  BriefView,
][])('survives the round trip through a link: %j', (view) => {
  expect(readBrief(parseSearch(stringifySearch({ ...view })))).toEqual(view);
});

test('an unknown budget is the usual one, and the usual one is not in the link', () => {
  expect(budgetOf(readBrief({ budget: '12' }))).toBe(800);
  expect(readBrief({ budget: '800' })).toEqual({});
});

test('without a task there is nothing to ask for', () => {
  expect(toBrief({ task: '  ', project: 'proj_1' })).toBeNull();
  expect(toBrief({ task: ' x ', project: 'proj_1' })).toEqual({ task: 'x', projectId: 'proj_1', budget: 800 });
});
