import type { EpisodeContent, WorkingSummary } from '@twicewise/contract';
import { attemptByNativeId, episodeOfSession, getSession, reflectionByNativeId } from '@twicewise/store';
import { insertAttempt } from '../../attempts/record-attempt.ts';
import { toStoredContent } from '../../attempts/stored-content.ts';
import type { WriteContext } from '../../runtime/context.ts';
import { resolvePlace, type WritePlace } from '../../runtime/references.ts';
import { insertEpisode } from '../../sessions/episodes/write-episode.ts';
import type { SampleAttempt } from './attempts.ts';
import type { SampleEpisode } from './episode.ts';
import { SAMPLE_EPISODES, sampleAttempts, sampleProjectOf, sampleStarts } from './index.ts';
import { type TellSample, writeSampleAccount } from './write-account.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const placeOf = (context: WriteContext, projectId: string, sessionId: string): WritePlace =>
  resolvePlace(context, { projectId, sessionId }, { agent: null, startedAt: context.at });

function writeAttempt(
  context: WriteContext,
  { lesson, content, projectId, sessionId, ...attempt }: SampleAttempt,
): void {
  const place = placeOf(context, projectId, sessionId);
  if (attemptByNativeId(context.db, place.project.id, attempt.nativeId) !== null) return;
  const drawn = reflectionByNativeId(context.db, place.project.id, lesson);
  const rest = { taskSignature: null, outcomeNative: null, ordinalNative: null, extra: {} };
  const lessonIds = drawn === null ? [] : [drawn];
  insertAttempt(context, place, { ...rest, ...attempt, lessonIds }, toStoredContent(content, null, 0));
}

function contentOf(episode: SampleEpisode, startedAt: string): EpisodeContent {
  const at = (minutes: number) => new Date(Date.parse(startedAt) + minutes * MINUTE).toISOString();
  const when = ({ minutes }: { minutes: number }) => ({
    at: at(minutes),
    timeQuality: 'exact' as const,
    origin: null,
    extra: {},
  });
  return {
    task: episode.task,
    outcome: episode.outcome,
    outcomeSource: 'reported',
    outcomeNative: null,
    occurredAt: startedAt,
    timeQuality: 'exact',
    decisions: episode.decisions.map(({ minutes, ...decision }) => ({
      ...decision,
      risks: [],
      confidence: null,
      outcomeSource: 'reported',
      ...when({ minutes }),
    })),
    events: episode.events.map(({ minutes, ...event }) => ({ ...event, commitSha: null, ...when({ minutes }) })),
    links: episode.causes.map(([from, to]) => ({ from, to, relation: 'causes', basis: 'asserted_by_agent' })),
    metrics: { errors: episode.events.filter(({ type }) => type === 'error').length },
    lessons: [],
    memoryRefs: [],
    extra: {},
  };
}

function writeEpisode(context: WriteContext, episode: SampleEpisode): void {
  const place = placeOf(context, sampleProjectOf(episode.sessionId), episode.sessionId);
  const session = place.session === null ? null : getSession(context.db, place.session.id);
  if (session === null || episodeOfSession(context.db, session.id) !== null) return;
  insertEpisode(context, session.id, contentOf(episode, session.startedAt), {
    nativeId: `episode-${episode.sessionId}`,
  });
  context.record.update('session', session.id, {
    branch: episode.branch,
    goal: episode.task,
    outcome: episode.outcome,
    outcomeSource: 'reported',
  });
}

/** Writes one version of where a session stood. Each is an operation of its own, as versions are. */
function writeSummary(context: WriteContext, { sessionId, task, summaries }: SampleEpisode, version: number): void {
  const place = placeOf(context, sampleProjectOf(sessionId), sessionId);
  const summary = summaries[version];
  if (place.session === null || summary === undefined) return;
  const session = getSession(context.db, place.session.id);
  if (session === null) return;
  const known = session.workingSummary;
  // One after the other, so that loading the sample again adds nothing.
  if ((known?.progress ?? null) !== (summaries[version - 1]?.progress ?? null)) return;
  const workingSummary: WorkingSummary = {
    goal: task,
    approach: null,
    ...summary,
    said: ['goal', 'progress', 'known', 'next'],
    at: new Date(Date.parse(session.startedAt) + (version + 1) * HOUR).toISOString(),
  };
  context.record.update('session', place.session.id, { workingSummary });
}

/** Begins the sessions of the sample: before the lessons, because a session that a lesson names begins with it. */
export function writeSampleStarts(context: WriteContext, now: number): void {
  for (const { projectId, sessionId, agent, startedAt } of sampleStarts(now))
    resolvePlace(context, { projectId, sessionId }, { agent, startedAt });
}

/** The steps that write the sessions of the sample, each one transaction; see {@link SAMPLE_EPISODES}. */
export function sampleSessionSteps(now: number, tell: TellSample): ((context: WriteContext) => void)[] {
  const versions = Math.max(...SAMPLE_EPISODES.map(({ summaries }) => summaries.length));
  return [
    (context) => writeSampleAccount(context, now, tell),
    (context) => {
      for (const attempt of sampleAttempts(now)) writeAttempt(context, attempt);
    },
    (context) => {
      for (const episode of SAMPLE_EPISODES) writeEpisode(context, episode);
    },
    ...Array.from({ length: versions }, (_, version) => (context: WriteContext) => {
      for (const episode of SAMPLE_EPISODES) writeSummary(context, episode, version);
    }),
  ];
}
