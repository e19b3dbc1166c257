import { AppError, changeResult, counted, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { episodeFacts } from '@twicewise/store';
import * as z from 'zod';
import type { WriteContext } from '../../runtime/context.ts';
import type { TaskContext } from '../../runtime/handler.ts';
import { isObject, type JobKind } from '../../runtime/jobs/job-kind.ts';
import { queueJob } from '../../runtime/jobs/queue.ts';
import { type Asked, effectOn, fieldsOf, type PreparedChange, prepareChange } from './selected.ts';

const input = z.object({
  selection: z.custom<Asked['selection']>(isObject),
  change: z.custom<Asked['change']>(isObject),
  /** Episodes changed after this operation differ from what the person saw. */
  upTo: z.int(),
  expected: z.int(),
});

/** The job for changes too large for one transaction. */
export const CHANGE_EPISODES_JOB = {
  kind: 'changeEpisodes',
  lane: 'changes',
  input,
  result: changeResult,
} satisfies JobKind;

function selectionChanged(): AppError {
  return new AppError({
    code: 'conflict',
    reason: 'changed_since',
    message: 'The selected sessions are not what the preview showed any more; nothing was changed.',
    hint: 'Look at the preview again (episode.previewMany) and repeat with its digest.',
  });
}

function titleOf({ kind }: Asked['change'], count: number): string {
  return `${kind === 'delete' ? 'Deleted' : 'Restored'} ${counted(count, 'session')}`;
}

/** Makes the whole change in one transaction. The episodes are read again, so nothing can change in between. */
function changeNow(context: WriteContext, prepared: PreparedChange): OutputOf<'episode.changeMany'> {
  const episodes = episodeFacts(context.db, prepared.seqs);
  if (effectOn(prepared, episodes).preview.digest !== prepared.preview.digest) throw selectionChanged();
  const projects = new Set<string>();
  let changed = 0;
  for (const episode of episodes) {
    const fields = fieldsOf(prepared.change, episode, context.at);
    if (fields === null) continue;
    context.record.update('episode', episode.id, fields);
    projects.add(episode.projectId);
    changed++;
  }
  const [project, ...others] = projects;
  const operationId = context.record.finish({
    name: 'episode.changeMany',
    summary: titleOf(prepared.change, changed),
    projectId: others.length === 0 ? (project ?? null) : null,
  });
  return { changed, operationId, job: null };
}

function changeLater(context: WriteContext, prepared: PreparedChange): OutputOf<'episode.changeMany'> {
  const { selection, change, preview, newest } = prepared;
  const title = titleOf(change, preview.changes);
  const asked = { selection, change, upTo: newest, expected: preview.changes };
  return { changed: 0, operationId: null, job: queueJob(context, CHANGE_EPISODES_JOB, { title, input: asked }) };
}

/** Implements `episode.changeMany`. */
export async function changeManyEpisodes(
  input: ParsedInputOf<'episode.changeMany'>,
  { caller, services, once }: TaskContext,
): Promise<OutputOf<'episode.changeMany'>> {
  const prepared = await prepareChange(input, services);
  const write = (context: WriteContext) => {
    // Checked inside the write, so that a repeated request gets its first answer instead of a refusal.
    if (prepared.preview.digest !== input.digest) throw selectionChanged();
    return prepared.preview.asJob ? changeLater(context, prepared) : changeNow(context, prepared);
  };
  const answer = await services.write('episode.changeMany', caller, write, once);
  if (answer.job) services.wakeJobs();
  return answer;
}
