import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CausalNode } from '@twicewise/contract';
import { useMemo, useState } from 'react';
import { failureOf, useClient } from '../../data/client.ts';
import { lessonMeant, toSearch } from '../../data/lessons-view.ts';
import { nextQuestion } from '../../data/next-question.ts';
import { attemptsLike, type SessionAttempt } from '../../data/queries/attempts.ts';
import { nodesLike } from '../../data/queries/causes.ts';
import { type FoundSession, sessionSearch } from '../../data/queries/found-sessions.ts';
import { strings } from '../../strings.ts';

/** What else matches the typed words, besides lessons: a few of each kind, best first. */
export interface Elsewhere {
  sessions: readonly FoundSession[];
  attempts: readonly SessionAttempt[];
  nodes: readonly CausalNode[];
  /** True when they match what was typed before and the answer is pending. */
  stale: boolean;
  trouble: string | null;
}

const NOTHING: readonly never[] = [];

/**
 * Searches sessions by their content, attempts and nodes of the causal graph during typing. Each has one question at a time, separate
 * from that for lessons, which must not wait for an index that is still being built.
 */
export function useElsewhere(typed: string): Elsewhere {
  const client = useClient();
  const [asked, setAsked] = useState('');
  // A text that is too short or has no words for a search of lessons is the same here.
  const isWords = lessonMeant({ q: asked }) === null && toSearch({ q: asked }) !== null;
  const words = isWords ? asked.trim() : '';
  const kept = words === '' ? {} : { placeholderData: keepPreviousData };
  const sessions = useQuery({ ...sessionSearch(client, words), ...kept });
  const attempts = useQuery({ ...attemptsLike(client, words), ...kept });
  const nodes = useQuery({ ...nodesLike(client, undefined, words), ...kept });
  // What is only near is found on the screen Causes, which marks it.
  const exact = useMemo(() => nodes.data?.filter(({ isNear }) => !isNear), [nodes.data]);
  const answers = [sessions, attempts, nodes];
  const isAsking = answers.some(({ isFetching }) => isFetching);
  // During rendering, because an effect could still see the pending state of the previous key.
  const next = nextQuestion(typed, asked, isAsking);
  if (next !== asked) setAsked(next);
  const isPending = answers.some(
    ({ data, error, isPlaceholderData }) => isPlaceholderData || (data === undefined && error === null),
  );
  const stale = asked !== typed || (words !== '' && isPending);
  const error = sessions.error ?? attempts.error ?? nodes.error;
  const isShown = words !== '' && typed !== '';
  return {
    sessions: (isShown && sessions.data) || NOTHING,
    attempts: (isShown && attempts.data) || NOTHING,
    nodes: (isShown && exact) || NOTHING,
    stale,
    trouble: error ? strings.palette.elsewhereFailed(failureOf(error).hint) : null,
  };
}
