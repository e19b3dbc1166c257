import { type ImportedLesson, importedLesson } from '@twicewise/ingest';
import { answersOf, type SampleAnswer } from './answers.ts';
import { attemptsOf, type SampleAttempt } from './attempts.ts';
import { dataPipeline } from './data-pipeline.ts';
import { FOUND_LATER } from './found-later.ts';
import { infrastructure } from './infrastructure.ts';
import { logShipper } from './log-shipper.ts';
import type { SampleLesson, SampleProject, SampleSession } from './project.ts';
import { webShop } from './web-shop.ts';

export { SAMPLE_CLAIMS, SAMPLE_VERDICTS } from './claims.ts';
export { SAMPLE_EPISODES } from './episodes.ts';
export { SAMPLE_TURNS } from './turns.ts';

const withLater = (project: SampleProject): SampleProject => ({
  ...project,
  sessions: project.sessions.map((session) => ({
    ...session,
    lessons: [...session.lessons, ...(FOUND_LATER[session.id] ?? [])],
  })),
});

const PROJECTS: readonly SampleProject[] = [webShop, logShipper, dataPipeline, infrastructure].map(withLater);
const HOUR = 3_600_000;
/** From the beginning of a session to the end of its first attempt. */
const START_MS = 45 * 60_000;

function build(project: SampleProject, session: SampleSession, sample: SampleLesson, now: number): ImportedLesson {
  const hours = session.hoursAgo - (sample.after ?? 0);
  const lesson = importedLesson.parse({
    nativeId: `sample-${String(sample.n).padStart(3, '0')}`,
    projectId: project.id,
    sessionId: session.id,
    agent: session.agent,
    taskDescription: sample.task,
    attemptNumber: sample.attempt ?? 1,
    outcome: sample.outcome,
    outcomeSource: sample.outcome === 'unknown' ? 'defaulted' : (sample.known ?? 'reported'),
    whatWorked: sample.worked ?? [],
    whatDidNotWork: sample.failed ?? [],
    nextStrategy: sample.next ?? '',
    text: sample.text ?? '',
    rootCause: sample.cause ?? null,
    causalReasoning: sample.chain ?? null,
    failureCategory: sample.category ?? null,
    confidence: sample.confidence ?? null,
    tags: sample.tags,
    relatedEntityIds: sample.about ?? [],
    kind: sample.kind ?? 'lesson',
    pinned: sample.pinned ?? false,
    extra: sample.rule === undefined ? {} : { rule: sample.rule },
    createdAt: new Date(now - hours * HOUR).toISOString(),
    timeQuality: 'exact',
  });
  return { ...lesson, state: sample.state ?? 'accepted' };
}

/** The sample memory: invented lessons of four projects, dated relative to `now` (milliseconds), so that they look recent. */
export function sampleLessons(now: number): readonly ImportedLesson[] {
  return PROJECTS.flatMap((project) =>
    project.sessions.flatMap((session) => session.lessons.map((lesson) => build(project, session, lesson, now))),
  );
}

/** The attempts that those lessons were drawn from. */
export function sampleAttempts(now: number): readonly SampleAttempt[] {
  return PROJECTS.flatMap((project) => attemptsOf(project, now));
}

/** What agents were shown in those sessions, the earliest first. */
export function sampleAnswers(now: number): readonly SampleAnswer[] {
  return PROJECTS.flatMap((project) => answersOf(project, now)).sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** When its sessions began, some time before the first attempt of each ended. */
export function sampleStarts(now: number) {
  return PROJECTS.flatMap((project) =>
    project.sessions.map(({ id, agent, hoursAgo }) => ({
      projectId: project.id,
      sessionId: id,
      agent,
      startedAt: new Date(now - hoursAgo * HOUR - START_MS).toISOString(),
    })),
  );
}

/** The project of a session of the sample. */
export function sampleProjectOf(sessionId: string): string {
  const project = PROJECTS.find(({ sessions }) => sessions.some(({ id }) => id === sessionId));
  if (project === undefined) throw new Error(`the sample has no session ${sessionId}`);
  return project.id;
}
