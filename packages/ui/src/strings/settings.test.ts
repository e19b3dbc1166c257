import { expect, test } from 'vitest';
import { settings } from './settings.ts';

test('a changed setting is named, and whether it is on now', () => {
  expect(settings.saved({ 'remind.enabled': false })).toBe('Setting changed: Show lessons automatically, off');
  expect(settings.saved({ 'capture.enabled': true })).toBe('Setting changed: Record sessions automatically, on');
  expect(settings.saved({ 'review.draftAgents': ['codex'] })).toBe(
    'Setting changed: Agents whose lessons start as drafts',
  );
});

test('a list that was changed is named, and what was added or removed', () => {
  expect(settings.savedName('review.draftAgents', 'codex', true)).toBe(
    'Setting changed: Agents whose lessons start as drafts, codex added',
  );
  expect(settings.savedName('remind.offProjects', 'shop', false)).toMatch(/, shop removed$/);
});
