import { changeResult, counted, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { episodeFacts } from '@twicewise/store';
import type { WriteContext } from '../../runtime/context.ts';
import type { TaskContext } from '../../runtime/handler.ts';
import type { JobKind } from '../../runtime/jobs/job-kind.ts';
import { queueJob } from '../../runtime/jobs/queue.ts';
import { changeAsPreviewed, manyInput } from '../../runtime/many/change-as-previewed.ts';
import { onlyOne } from '../../runtime/only-one.ts';
import { type Asked, effectOn, fieldsOf, type PreparedChange, prepareChange } from './selected.ts';

/** The job for changes too large for one transaction. */
export const CHANGE_EPISODES_JOB = {
  kind: 'changeEpisodes',
  lane: 'changes',
  input: manyInput<Asked['selection'], Asked['change']>(),
  result: changeResult,
} satisfies JobKind;

function titleOf({ kind }: Asked['change'], count: number): string {
  return `${kind === 'delete' ? 'Deleted' : 'Restored'} ${counted(count, 'session')}`;
}

/** Makes the whole change in one transaction. The episodes are read again, so nothing can change in between. */
function changeNow(context: WriteContext, prepared: PreparedChange): OutputOf<'episode.changeMany'> | null {
  const episodes = episodeFacts(context.db, prepared.seqs);
  if (effectOn(prepared, episodes).preview.digest !== prepared.preview.digest) return null;
  const projects = new Set<string>();
  let changed = 0;
  for (const episode of episodes) {
    const fields = fieldsOf(prepared.change, episode, context.at);
    if (fields === null) continue;
    context.record.update('episode', episode.id, fields);
    projects.add(episode.projectId);
    changed++;
  }
  const operationId = context.record.finish({
    name: 'episode.changeMany',
    summary: titleOf(prepared.change, changed),
    projectId: onlyOne(projects),
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
  context: TaskContext,
): Promise<OutputOf<'episode.changeMany'>> {
  return changeAsPreviewed(await prepareChange(input, context.services), input.digest, context, {
    name: 'episode.changeMany',
    what: 'sessions',
    previewedBy: 'episode.previewMany',
    now: changeNow,
    later: changeLater,
  });
}
