import type { DecisionHit } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { alternativesTo } from './alternatives.ts';

const hit = (nodeId: string, chosen: string, options: string[]) =>
  ({ nodeId, chosen, options }) as unknown as DecisionHit;

test('what was weighed in the decision itself comes first, then what similar ones weighed or chose, each once', () => {
  const decision = { id: 'own', label: 'Keep it in Redis' };
  const own = hit('own', 'Keep it in Redis', ['Redis', 'Postgres']);
  const similar = [hit('other', 'Keep it in files', ['Files', 'postgres']), own];
  expect(alternativesTo(decision, similar)).toEqual(['postgres', 'Files', 'Keep it in files']);
});

test('what was chosen is no alternative, nor is nothing; there are a few at most', () => {
  const wait = { id: 'own', label: 'Wait' };
  expect(alternativesTo(wait, [hit('own', 'Wait', ['wait', ' '])])).toEqual([]);
  expect(alternativesTo(wait, [hit('other', 'Go', ['a b', 'c d', 'e f', 'g h', 'i j'])])).toHaveLength(4);
});

test('an option is told from what was chosen by its words, not by letters that both have', () => {
  const decision = { id: 'own', label: 'Write scripts in C++' };
  expect(alternativesTo(decision, [hit('own', decision.label, ['C++', 'C', 'R'])])).toEqual(['C', 'R']);
});
