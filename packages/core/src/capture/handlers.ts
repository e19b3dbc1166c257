import {
  type Caller,
  type OutputOf,
  type ParsedInputOf,
  TRANSCRIPT_AGENTS,
  type TranscriptAgent,
} from '@twicewise/contract';
import { ownTranscript } from '@twicewise/ingest';
import { captureJob, extendJob, getJob } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { task } from '../runtime/define-handler.ts';
import type { HandlersOf, TaskContext } from '../runtime/handler.ts';
import { queueJob } from '../runtime/jobs/queue.ts';
import { onlyPerson } from '../runtime/person-only.ts';
import { CAPTURE_JOB, type CaptureInput, captureInputOf, dueAt } from './capture-job.ts';
import { isCaptureOff, isGivenUp } from './wanted.ts';

type Asked = ParsedInputOf<'session.capture'>;
type Answer = OutputOf<'session.capture'>;

/** Allows only the hooks of agent programs and people: a transcript is read on behalf of the caller that names its path. */
function refuseOthers({ door, author }: Caller): void {
  if (door !== 'hook' && author.kind !== 'person') throw onlyPerson('has a transcript read that it names');
}

const isKnown = (agent: string): agent is TranscriptAgent => (TRANSCRIPT_AGENTS as readonly string[]).includes(agent);

/** Adds a request to a session's job and schedules its next reading. */
function ask(
  context: WriteContext,
  { agent, sessionId, transcript, moment }: Asked & { agent: TranscriptAgent },
): Answer {
  const known = captureJob(context.db, agent, sessionId);
  if (known && isGivenUp(context, known)) return { job: null, left: 'taken_back' };
  const over = moment === 'end';
  const asked = ((known && captureInputOf(known)?.asked) ?? 0) + 1;
  const due = dueAt(context.now(), moment, known);
  const input: CaptureInput = { agent, session: sessionId, path: transcript, over, asked, dueAt: due };
  const author = { kind: 'importer' as const, name: agent };
  if (known === null) {
    return { job: queueJob(context, CAPTURE_JOB, { title: titleOf(agent), input }, author), left: null };
  }
  extendJob(context.db, known.id, { input, caller: { ...context.caller, author } }, context.at);
  context.touch('job', known.id);
  return { job: getJob(context.db, known.id), left: null };
}

const titleOf = (agent: TranscriptAgent) => `Write down a session of ${agent}`;

async function capture(asked: Asked, { caller, services, once }: TaskContext): Promise<Answer> {
  refuseOthers(caller);
  const { agent, sessionId, transcript } = asked;
  if (isCaptureOff(sessionId, { db: services.db(), caller })) return { job: null, left: 'switched_off' };
  if (!isKnown(agent)) return { job: null, left: 'unknown_format' };
  const file = await ownTranscript(transcript, services.paths.database);
  if (file === null) return { job: null, left: 'unfit_file' };
  const answer = await services.write('session.capture', caller, (context) => ask(context, { ...asked, agent }), once);
  services.wakeJobs();
  return answer;
}

export const captureHandlers: HandlersOf<'session.capture'> = { 'session.capture': task(capture) };
