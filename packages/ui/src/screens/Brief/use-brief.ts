import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readBrief, toBrief } from '../../data/brief-view.ts';
import { useClient } from '../../data/client.ts';
import { episode as episodeQuery } from '../../data/queries/episodes.ts';
import { lesson as lessonQuery } from '../../data/queries/reflections.ts';
import { briefPreview } from '../../data/queries/search.ts';
import type { KnownTitle } from '../../groups/BriefText/contents.ts';
import { useIsOn } from '../../state/paced-history.ts';

/** After this pause in typing a task, in milliseconds, a brief is composed. */
const TYPING_MS = 200;

/** The task being typed; the link follows a moment later. */
function useTask(inLink: string, send: (task: string) => void): [string, (task: string) => void] {
  const [typed, setTyped] = useState(inLink);
  const sent = useRef(inLink);
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (inLink !== sent.current) setTyped(inLink);
    sent.current = inLink;
  }, [inLink]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      latest.current(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped];
}

/** The state of the Brief screen. */
export function useBrief() {
  const client = useClient();
  const view = useSearch({ from: '/brief' });
  const navigate = useNavigate({ from: '/brief' });
  const isOn = useIsOn('/brief');
  const change = (patch: Record<string, unknown>) => {
    if (isOn()) void navigate({ search: (current) => readBrief({ ...current, ...patch }), replace: true });
  };
  const [task, setTask] = useTask(view.task ?? '', (typed) => change({ task: typed }));

  const request = toBrief(view);
  const answer = useQuery({
    ...briefPreview(client, request),
    ...(request ? { placeholderData: keepPreviousData } : {}),
  });
  const brief = request ? answer.data : undefined;
  const lessons = useQueries({
    queries: [...(brief?.lessons ?? []), ...(brief?.maybe ?? [])].map(({ id }) => lessonQuery(client, id)),
  });
  const sessions = useQueries({
    queries: (brief?.sessions ?? []).map(({ episodeId }) => episodeQuery(client, episodeId)),
  });
  const known = new Map<string, KnownTitle>();
  for (const { data } of lessons) if (data) known.set(data.id, { title: data.taskDescription, outcome: data.outcome });
  for (const { data } of sessions) if (data) known.set(data.id, { title: data.task, outcome: data.outcome });
  return { view, change, task, setTask, asked: request !== null, answer, brief, known };
}
