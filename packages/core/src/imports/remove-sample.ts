import type { OutputOf } from '@twicewise/contract';
import { createdByJobs, isInUse, judgementsOf, putAccountAside, readRecord } from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';

type Made = ReturnType<typeof createdByJobs>[number];

/** A project or session stays while something else is stored in it. */
function isKept({ db }: WriteContext, { entity, id }: Made): boolean {
  return (entity === 'project' || entity === 'session' || entity === 'source') && isInUse(db, entity, id);
}

/**
 * Implements `import.removeSample`. Undoing the load would leave every record that was changed since, such as a draft that a person
 * accepted; this removes what the load made as it is now, and what was judged of it, so that one undo of it brings back that.
 */
export function removeSample(context: WriteContext): OutputOf<'import.removeSample'> {
  const { db, record } = context;
  for (const made of createdByJobs(db, 'sample')) {
    const { entity, id } = made;
    if (readRecord(db, entity, id) === null || isKept(context, made)) continue;
    if (entity === 'reflection') for (const verdict of judgementsOf(db, id)) record.remove('feedback', verdict);
    if (entity === 'source') putAccountAside(db, id);
    record.remove(entity, id);
  }
  const records = record.changes.length;
  return { records, operationId: record.finish({ name: 'import.removeSample', summary: 'Removed the sample' }) };
}
