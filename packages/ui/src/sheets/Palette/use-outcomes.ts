import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Session } from '@twicewise/contract';
import { useState } from 'react';
import { useClient } from '../../data/client.ts';
import { nextQuestion } from '../../data/next-question.ts';
import { outcomesOf } from '../../data/queries/found-sessions.ts';
import type { Entry } from '../../groups/Palette/entry.ts';

/**
 * The entries, with the outcomes of sessions that were found by name alone: these are in their records. They are asked for one
 * question at a time, and only for sessions that are listed.
 */
export function useOutcomes(entries: Entry[], sessions: readonly Session[]): Entry[] {
  const client = useClient();
  const [asked, setAsked] = useState('');
  const keys = new Set(entries.flatMap(({ key, outcome }) => (outcome ? [] : [key])));
  const lacking = sessions.filter(({ id }) => keys.has(`session:${id}`));
  const { data, isFetching } = useQuery({
    ...outcomesOf(
      client,
      sessions.filter(({ id }) => asked.includes(id)),
    ),
    placeholderData: keepPreviousData,
  });
  // During rendering, because an effect could still see the pending state of the previous key.
  const next = nextQuestion(lacking.map(({ id }) => id).join(' '), asked, isFetching);
  if (next !== asked) setAsked(next);
  return entries.map((entry) => {
    const found = entry.outcome ? undefined : data?.get(entry.key.replace('session:', ''));
    return found ? { ...entry, ...found } : entry;
  });
}
