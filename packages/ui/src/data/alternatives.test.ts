import type { DecisionHit } from '@twicewise/contract';
import { expect, test } from 'vitest';
import { alternativesTo } from './alternatives.ts';

const hit = (chosen: string, options: string[]) => ({ chosen, options }) as unknown as DecisionHit;

test('what was weighed in the decision itself comes first, then what similar ones weighed or chose, each once', () => {
  const similar = [hit('Keep it in files', ['Files', 'postgres']), hit('Keep it in Redis', ['Redis', 'Postgres'])];
  expect(alternativesTo('Keep it in Redis', similar)).toEqual(['postgres', 'Files', 'Keep it in files']);
});

test('what was chosen is no alternative, nor is nothing; there are a few at most', () => {
  expect(alternativesTo('Wait', [hit('Wait', ['wait', ' '])])).toEqual([]);
  expect(alternativesTo('Wait', [hit('Go', ['a b', 'c d', 'e f', 'g h', 'i j'])])).toHaveLength(4);
});
