import { IMPORTERS, lessonsResult } from '@twicewise/contract';
import { createRedactor } from '@twicewise/redaction';
import * as z from 'zod';
import { type Incoming, LessonWriter } from '../../lessons/lesson-writer.ts';
import type { WriteContext } from '../../runtime/context.ts';
import { defineJob, type JobKind } from '../../runtime/jobs/job-kind.ts';
import { writeAll } from '../lessons-job.ts';
import { sampleLessons } from './index.ts';
import type { TellSample } from './write-account.ts';
import { sampleSessionSteps, writeSampleStarts } from './write-sessions.ts';
import { prepareSampleTurns, writeSampleTurn } from './write-turns.ts';

const RULE_VERSION = 1;

const result = lessonsResult.pick({ imported: true, alreadyThere: true, redacted: true, projects: true });

/** The job that loads the sample. */
export const SAMPLE_JOB = { kind: 'sample', lane: 'imports', input: z.object({}), result } satisfies JobKind;

/** A lesson in use was written by its agent when it was stored; what waits was found by the import then. */
function writtenOf({ state, agent, createdAt }: ReturnType<typeof sampleLessons>[number]): Pick<Incoming, 'written'> {
  if (createdAt === undefined) return {};
  const byAgent = state !== 'draft' && agent ? { author: { kind: 'agent' as const, name: agent } } : {};
  return { written: { ...byAgent, updatedAt: createdAt } };
}

/**
 * Loads the sample memory that ships with Twicewise: its lessons, then the attempts, records and turns of its sessions. `loadTeller` gives
 * what makes the texts of its answers, as agents of this memory are given them.
 */
export const sampleLoader = (loadTeller: () => Promise<TellSample>) =>
  defineJob(SAMPLE_JOB, async (job, control) => {
    const now = Date.parse(job.createdAt);
    const lessons = sampleLessons(now);
    const origin = {
      system: 'sample',
      path: null,
      sha256: null,
      importer: IMPORTERS.sample,
      ruleVersion: RULE_VERSION,
      projectId: undefined,
    };
    const logged = (write: (context: WriteContext) => void) => (context: WriteContext) => {
      write(context);
      context.record.finish({ name: 'job.sample', summary: job.title, jobId: job.id });
      return {};
    };
    const writer = new LessonWriter(job, origin, createRedactor());
    await control.step(() => ({ total: lessons.length }));
    async function* rest(): AsyncGenerator<Incoming> {
      for (const [index, lesson] of lessons.entries()) {
        if (index + 1 > writer.position) yield { number: index + 1, lesson, ...writtenOf(lesson) };
      }
    }
    await control.step(logged((context) => writeSampleStarts(context, now)));
    await writeAll(rest(), writer, control, null);
    const tell = await loadTeller();
    for (const write of sampleSessionSteps(now, tell)) await control.step(logged(write));
    for (const turn of await prepareSampleTurns(() => control.services.db())) {
      await control.step(logged((context) => writeSampleTurn(context, turn)));
    }
    return writer.result();
  });
