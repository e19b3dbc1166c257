import { type ImportedLesson, importedLesson } from '@twicewise/ingest';
import { dataPipeline } from './data-pipeline.ts';
import { infrastructure } from './infrastructure.ts';
import { logShipper } from './log-shipper.ts';
import { attemptsOf, type SampleAttempt } from './sample-attempts.ts';
import type { SampleLesson, SampleProject, SampleSession } from './sample-project.ts';
import { webShop } from './web-shop.ts';

export { SAMPLE_EPISODES } from './sample-episodes.ts';

const PROJECTS: readonly SampleProject[] = [webShop, logShipper, dataPipeline, infrastructure];
const HOUR = 3_600_000;

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

/** The project of a session of the sample. */
export function sampleProjectOf(sessionId: string): string {
  const project = PROJECTS.find(({ sessions }) => sessions.some(({ id }) => id === sessionId));
  if (project === undefined) throw new Error(`the sample has no session ${sessionId}`);
  return project.id;
}
