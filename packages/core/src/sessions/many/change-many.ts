import { changeResult, counted, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import * as z from 'zod';
import type { WriteContext } from '../../runtime/context.ts';
import type { TaskContext } from '../../runtime/handler.ts';
import type { JobKind } from '../../runtime/jobs/job-kind.ts';
import { queueJob } from '../../runtime/jobs/queue.ts';
import { changeAsPreviewed, manyInput } from '../../runtime/many/change-as-previewed.ts';
import { onlyOne } from '../../runtime/only-one.ts';
import { changeSession } from './change-session.ts';
import {
  type AskedChange,
  chosenSessions,
  isChanged,
  type PreparedChange,
  prepareChange,
  SessionsEffect,
} from './selected.ts';

/** The job for changes too large for one transaction. */
export const CHANGE_EPISODES_JOB = {
  kind: 'changeEpisodes',
  lane: 'changes',
  input: manyInput<AskedChange['selection'], AskedChange['change']>().extend({
    /** Episodes, attempts and turns that the preview would change. Absent in a job from before the latter could be. */
    records: z.int().optional(),
  }),
  result: changeResult,
} satisfies JobKind;

function titleOf({ kind }: AskedChange['change'], count: number): string {
  return `${kind === 'delete' ? 'Deleted' : 'Restored'} ${counted(count, 'session')}`;
}

const WHOLE = { upTo: Number.MAX_SAFE_INTEGER, isOver: () => false };

/** Makes the whole change in one transaction. The sessions are read again, so nothing can change in between. */
function changeNow(context: WriteContext, prepared: PreparedChange): OutputOf<'episode.changeMany'> | null {
  const sessions = chosenSessions(context.db, prepared.selected);
  const effect = new SessionsEffect(prepared, prepared.selected);
  for (const one of sessions) effect.add(context.db, one);
  if (effect.end().preview.digest !== prepared.preview.digest) return null;
  const changing = sessions.filter((one) => isChanged(prepared.change, one));
  for (const one of changing) changeSession(context, one, prepared.change, WHOLE);
  const operationId = context.record.finish({
    name: 'episode.changeMany',
    summary: titleOf(prepared.change, changing.length),
    projectId: onlyOne(new Set(changing.map(({ projectId }) => projectId))),
  });
  return { changed: changing.length, operationId, job: null };
}

function changeLater(context: WriteContext, prepared: PreparedChange): OutputOf<'episode.changeMany'> {
  const { selection, change, preview, newest, records } = prepared;
  const title = titleOf(change, preview.changes);
  const asked = { selection, change, upTo: newest, expected: preview.changes, records };
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
