import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CausalNode } from '@twicewise/contract';
import { useState } from 'react';
import { failureOf, useClient } from '../../data/client.ts';
import { lessonMeant, toSearch } from '../../data/lessons-view.ts';
import { nodesLike } from '../../data/queries/causes.ts';
import { type FoundSession, sessionSearch } from '../../data/queries/sessions.ts';
import { strings } from '../../strings.ts';
import { nextQuestion } from '../Lessons/asking.ts';

/** What else answers the words that were typed, beside lessons: each kind a few, the best first. */
export interface Elsewhere {
  sessions: readonly FoundSession[];
  nodes: readonly CausalNode[];
  /** They answer what was typed before; the answer is on its way. */
  stale: boolean;
  trouble: string | null;
}

const NOTHING: readonly never[] = [];

/**
 * Sessions by what happened in them and nodes of the causal graph, while typing: one question of each at a time, and beside
 * that for lessons, which must not wait for an index that is still being built.
 */
export function useElsewhere(typed: string): Elsewhere {
  const client = useClient();
  const [asked, setAsked] = useState('');
  // What is too short or no words for a search of lessons is so here.
  const isWords = lessonMeant({ q: asked }) === null && toSearch({ q: asked }) !== null;
  const words = isWords ? asked.trim() : '';
  const kept = words === '' ? {} : { placeholderData: keepPreviousData };
  const sessions = useQuery({ ...sessionSearch(client, words), ...kept });
  const nodes = useQuery({ ...nodesLike(client, undefined, words), ...kept });
  const isAsking = sessions.isFetching || nodes.isFetching;
  // While drawing: an effect could still go by what was on its way a key ago.
  const next = nextQuestion(typed, asked, isAsking);
  if (next !== asked) setAsked(next);
  const isPending = [sessions, nodes].some(
    ({ data, error, isPlaceholderData }) => isPlaceholderData || (data === undefined && error === null),
  );
  const stale = asked !== typed || (words !== '' && isPending);
  const error = sessions.error ?? nodes.error;
  const isShown = words !== '' && typed !== '';
  return {
    sessions: (isShown && sessions.data) || NOTHING,
    nodes: (isShown && nodes.data) || NOTHING,
    stale,
    trouble: error ? strings.palette.elsewhereFailed(failureOf(error).hint) : null,
  };
}
