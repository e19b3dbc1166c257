import { expect, test } from 'vitest';
import { withPlainLabels, withPlainWords } from './plain-labels.ts';

const node = (kind: string, label: string) => ({ id: 'node_1', kind, label, outcomes: { success: 1 } });

test('labels of nodes lose their marks wherever they are in an answer, and nothing else changes', () => {
  const answer = (label: string) => ({
    of: { words: '**why**', node: node('decision', label) },
    chains: [{ steps: [{ from: node('fix', label), to: node('error', '`a` is *not* a function') }] }],
    total: null,
  });
  expect(withPlainLabels(answer('**Pin** the `lib*` version'))).toEqual(answer('Pin the lib* version'));
});

test('a label of marks alone stays', () => {
  expect(withPlainLabels(node('fix', '``'))).toEqual(node('fix', '``'));
});

test('the words of a pattern lose their marks, except an error that calls for an action', () => {
  const worded = { trigger: 'Read `a*b*c`', action: '**Retry** once', total: 3 };
  expect(withPlainWords('task', worded)).toEqual({ trigger: 'Read a*b*c', action: 'Retry once', total: 3 });
  expect(withPlainWords('error', worded)).toEqual({ ...worded, action: 'Retry once' });
});
