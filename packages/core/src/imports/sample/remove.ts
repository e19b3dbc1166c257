import type { OutputOf } from '@twicewise/contract';
import { createdByJobs, isInUse, judgementsOf, mergedFromOthers, putAccountAside, readRecord } from '@twicewise/store';
import type { WriteContext } from '../../runtime/context.ts';

/** True for a project or session in which something else is stored. */
function isShared({ db }: WriteContext, { entity, id }: ReturnType<typeof createdByJobs>[number]): boolean {
  return (entity === 'project' || entity === 'session' || entity === 'source') && isInUse(db, entity, id);
}

/**
 * Implements `import.removeSample`. Undoing the load would leave every record that was changed since, such as a draft that a person
 * accepted; this removes what the load made as it is now, and what was judged of it, so that one undo of it brings back that.
 */
export function removeSample(context: WriteContext): OutputOf<'import.removeSample'> {
  const { db, record } = context;
  const all = createdByJobs(db, 'sample');
  // A lesson of somebody's own that was merged into one of the sample is said by that one alone.
  const kept = mergedFromOthers(
    db,
    all.map(({ id }) => id),
  );
  for (const made of all) {
    const { entity, id } = made;
    if (readRecord(db, entity, id) === null || kept.has(id) || isShared(context, made)) continue;
    if (entity === 'reflection') for (const verdict of judgementsOf(db, id)) record.remove('feedback', verdict);
    if (entity === 'source') putAccountAside(db, id);
    record.remove(entity, id);
  }
  const records = record.changes.length;
  return { records, operationId: record.finish({ name: 'import.removeSample', summary: 'Removed the sample' }) };
}
