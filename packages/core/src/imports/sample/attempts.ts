import { type GivenAttemptContent, givenAttemptContent } from '@twicewise/contract';
import type { SampleLesson, SampleProject, SampleSession } from './project.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

/** An invented attempt: the one that a lesson of the sample was drawn from. */
export interface SampleAttempt {
  nativeId: string;
  projectId: string;
  sessionId: string;
  /** `nativeId` of its lesson. */
  lesson: string;
  agent: string;
  task: string;
  outcome: SampleLesson['outcome'];
  outcomeSource: 'measured' | 'reported';
  strategy: string | null;
  startedAt: string;
  endedAt: string;
  content: GivenAttemptContent;
}

/** How each project checks its code. */
const CHECKS: Readonly<Record<string, { kind: string; command: string }>> = {
  'sample-web-shop': { kind: 'tests', command: 'npm test' },
  'sample-log-shipper': { kind: 'tests', command: 'cargo test' },
  'sample-data-pipeline': { kind: 'tests', command: 'pytest -q' },
  'sample-infrastructure': { kind: 'lint', command: 'terraform validate' },
};

/** Tests there are before the first attempt of the sample; each adds one. */
const FIRST_TESTS = 18;

/** Tests that fail for each outcome: fewer from one attempt to the next. */
const FAILING = { success: 0, partial: 1, failure: 4, unknown: 0 } as const;

function checksOf(projectId: string, { n, outcome, known }: SampleLesson) {
  const check = CHECKS[projectId];
  if (known !== 'measured' || check === undefined) return [];
  const failed = FAILING[outcome];
  const verdict = failed > 0 ? ('fail' as const) : ('pass' as const);
  const total = FIRST_TESTS + n;
  const counts = check.kind === 'tests' ? { passed: total - failed, failed, total } : { lintErrors: failed };
  return [{ ...check, verdict, exitCode: failed > 0 ? 1 : 0, counts, ms: 4_000 + n * 130 }];
}

const isPath = (name: string) => /[./]/.test(name) && !name.includes(' ');

/** A number in as many whole parts that add up to it. */
function partsOf(total: number, parts: number): number[] {
  return Array.from({ length: parts }, (_, at) => Math.floor(total / parts) + (at < total % parts ? 1 : 0));
}

/** What a lesson says was changed; without files no lines are known. */
function actorOf({ n, about = [] }: SampleLesson): GivenAttemptContent['actor'] {
  const files = about.filter(isPath);
  if (files.length === 0) return null;
  const [linesAdded, linesDeleted] = [6 + ((n * 7) % 40), (n * 3) % 17];
  const [added, deleted] = [partsOf(linesAdded, files.length), partsOf(linesDeleted, files.length)];
  return givenAttemptContent.parse({
    actor: {
      filesModified: files,
      totalChanges: { filesChanged: files.length, linesAdded, linesDeleted },
      actions: files.map((filePath, at) => ({
        type: 'code_modification',
        filePath,
        additions: added[at],
        deletions: deleted[at],
      })),
    },
  }).actor;
}

function contentOf(projectId: string, lesson: SampleLesson): GivenAttemptContent {
  const { n, failed = [], cause, chain, category, confidence, next, outcome, known } = lesson;
  const errors = outcome === 'success' || known !== 'measured' ? [] : failed.slice(0, 1);
  return givenAttemptContent.parse({
    actor: actorOf(lesson),
    checks: checksOf(projectId, lesson),
    errors: errors.map((message) => ({ message, signature: message })),
    reflection: {
      text: [cause, chain].filter((said) => said !== undefined).join(' '),
      rootCause: cause ?? null,
      causalReasoning: chain ?? null,
      category: category ?? null,
      confidence: confidence ?? null,
      insights: next === undefined ? [] : [next],
    },
    cost: { tokens: 6_000 + ((n * 977) % 28_000) },
  });
}

function build(project: SampleProject, session: SampleSession, lesson: SampleLesson, now: number): SampleAttempt {
  const end = now - (session.hoursAgo - (lesson.after ?? 0)) * HOUR;
  const number = String(lesson.n).padStart(3, '0');
  return {
    nativeId: `sample-attempt-${number}`,
    projectId: project.id,
    sessionId: session.id,
    lesson: `sample-${number}`,
    agent: session.agent,
    task: lesson.task,
    outcome: lesson.outcome,
    outcomeSource: lesson.known === 'measured' ? 'measured' : 'reported',
    strategy: lesson.worked?.[0] ?? lesson.failed?.[0] ?? null,
    startedAt: new Date(end - (9 + (lesson.n % 5) * 6) * MINUTE).toISOString(),
    endedAt: new Date(end).toISOString(),
    content: contentOf(project.id, lesson),
  };
}

/** The attempts of a project that its lessons were drawn from, in the order of their lessons. Notes and unknown outcomes have none. */
export function attemptsOf(project: SampleProject, now: number): SampleAttempt[] {
  return project.sessions.flatMap((session) =>
    session.lessons
      .filter(({ kind = 'lesson', outcome }) => kind === 'lesson' && outcome !== 'unknown')
      .map((lesson) => build(project, session, lesson, now)),
  );
}
