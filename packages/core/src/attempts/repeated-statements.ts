import { type AttemptAnalysis, MAX_STATEMENTS } from '@twicewise/contract';
import { statementKey } from '@twicewise/search';
import type { AttemptMeasures } from '@twicewise/store';

/** Reflections that say it before it counts as repeated (S3-45). */
const LEAST = 2;

interface Group {
  text: string;
  said: AttemptMeasures[];
}

/** What several reflections say, as insights or lessons: the same stems in the same order are one statement. */
export function repeatedStatements(measures: readonly AttemptMeasures[]): AttemptAnalysis['statements'] {
  const groups = new Map<string, Group>();
  for (const one of measures) {
    const texts = one.reflection ? [...one.reflection.insights, ...one.reflection.lessons] : [];
    // Said twice in one reflection it counts once.
    for (const [key, text] of new Map(texts.map((text) => [statementKey(text), text]))) {
      if (key === '') continue;
      const group = groups.get(key) ?? { text, said: [] };
      group.text = text;
      group.said.push(one);
      groups.set(key, group);
    }
  }
  return [...groups.values()]
    .filter(({ said }) => said.length >= LEAST)
    .sort((a, b) => b.said.length - a.said.length)
    .slice(0, MAX_STATEMENTS)
    .map(({ text, said }) => ({
      text,
      count: said.length,
      categories: [...new Set(said.flatMap(({ category }) => category ?? []))],
      attemptIds: said.map(({ id }) => id),
    }));
}
