import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lessonTitle, plainText } from '@twicewise/contract';
import { useEffect, useRef, useState } from 'react';
import { readBrief, toBrief } from '../../data/brief-view.ts';
import { useClient } from '../../data/client.ts';
import { episode as episodeQuery } from '../../data/queries/episodes.ts';
import { patternOf } from '../../data/queries/patterns.ts';
import { lesson as lessonQuery } from '../../data/queries/reflections.ts';
import { briefPreview } from '../../data/queries/search.ts';
import { type Brief, decisionKey, type KnownTitle } from '../../groups/BriefText/contents.ts';
import { particularLines } from '../../groups/LessonList/particular.ts';
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

/** Reads the titles of what a brief contains. */
function useKnownTitles(brief: Brief | undefined): ReadonlyMap<string, KnownTitle> {
  const client = useClient();
  const { lessons = [], maybe = [], sessions = [], deadEnds = [], patterns = [] } = brief ?? {};
  const episodes = [...new Set([...sessions, ...deadEnds].map(({ episodeId }) => episodeId))];
  const ofLessons = useQueries({ queries: [...lessons, ...maybe].map(({ id }) => lessonQuery(client, id)) });
  const ofEpisodes = useQueries({ queries: episodes.map((id) => episodeQuery(client, id)) });
  const ofPatterns = useQueries({ queries: patterns.map(({ id }) => patternOf(client, id)) });
  const known = new Map<string, KnownTitle>();
  const read = ofLessons.flatMap(({ data }) => data ?? []);
  // Several attempts at one task read alike: their own lines tell them apart.
  const lines = particularLines(read);
  for (const lesson of read) {
    const { id, outcome } = lesson;
    const { lead, leads } = lines.get(id) ?? { lead: null, leads: false };
    known.set(id, { title: lessonTitle(lesson), ...(leads && lead ? { lead: lead.text } : {}), outcome });
  }
  for (const { data } of ofEpisodes)
    if (data) known.set(data.id, { title: plainText(data.task), outcome: data.outcome });
  for (const { data } of ofPatterns) if (data) known.set(data.pattern.id, { title: data.action });
  for (const end of deadEnds) {
    const { data } = ofEpisodes[episodes.indexOf(end.episodeId)] ?? {};
    const decision = data?.decisions.find(({ id }) => id === end.itemId);
    if (decision) known.set(decisionKey(end), { title: decision.chosen, outcome: decision.outcome });
  }
  return known;
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
  const known = useKnownTitles(brief);
  return { view, change, task, setTask, asked: request !== null, answer, brief, known };
}
