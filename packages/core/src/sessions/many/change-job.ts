import { episodeFacts } from '@twicewise/store';
import type { WriteContext } from '../../runtime/context.ts';
import { defineJob } from '../../runtime/jobs/job-kind.ts';
import { STEP_MS } from '../../runtime/jobs/step-time.ts';
import { CHANGE_EPISODES_JOB } from './change-many.ts';
import { type Asked, fieldsOf, selectedEpisodes } from './selected.ts';

/** Maximum number of episodes per step. */
const PER_STEP = 100;

/** Progress; stored with the job. */
interface Position extends Record<string, unknown> {
  /** Episodes with a `seq` up to this one are done. */
  seq: number;
  changed: number;
}

/**
 * Changes a large selection in steps, each one operation of the job. Episodes changed since the preview are skipped and counted, so
 * that nothing changes that the person has not seen.
 */
export const changeEpisodesInSteps = defineJob(CHANGE_EPISODES_JOB, async (job, control) => {
  const { change, upTo, expected } = job.input;
  let position: Position = { seq: 0, changed: 0, ...job.position };
  const seqs = (await selectedEpisodes(job.input, control.services)).filter((seq) => seq > position.seq);
  await control.step(() => ({ total: expected }));
  for (let from = 0; from < seqs.length; ) {
    let next = position;
    let taken = 0;
    await control.step((context) => {
      ({ next, taken } = step(context, change, seqs.slice(from, from + PER_STEP), position, upTo));
      context.record.finish({ name: 'episode.changeMany', summary: job.title, jobId: job.id });
      return { done: next.changed, position: next };
    });
    position = next;
    from += taken;
  }
  return { changed: position.changed, changedMeanwhile: Math.max(0, expected - position.changed) };
});

function step(
  context: WriteContext,
  change: Asked['change'],
  seqs: readonly number[],
  { seq, changed }: Position,
  upTo: number,
): { next: Position; taken: number } {
  const started = performance.now();
  const episodes = new Map(episodeFacts(context.db, seqs).map((episode) => [episode.seq, episode]));
  const next = { seq, changed };
  let taken = 0;
  for (const at of seqs) {
    if (taken > 0 && performance.now() - started > STEP_MS) break;
    const episode = episodes.get(at);
    const fields = episode && episode.revision <= upTo ? fieldsOf(change, episode, context.at) : null;
    if (episode && fields && context.record.update('episode', episode.id, fields)) next.changed++;
    next.seq = at;
    taken++;
  }
  return { next, taken };
}
