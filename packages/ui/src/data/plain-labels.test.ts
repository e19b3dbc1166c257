import { expect, test } from 'vitest';
import { withPlainLabels } from './plain-labels.ts';

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
