import { strings } from '../../strings.ts';
import { LateDiffText } from './diff-on-demand.ts';
import { fieldChanges } from './value.ts';

/** Values shorter than this, in UTF-16 units, are shown as before and after; a longer text as a diff. */
const SHORT = 32;

/** A record before and after. */
interface Changed {
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** What a write changed in one record, field by field; renders nothing for a record that was created or removed. */
export function ChangedFields({ change }: { change: Changed }) {
  if (!change.before || !change.after) return null;
  return (
    <dl className="mt-1 flex flex-col gap-1.5">
      {fieldChanges(change.before, change.after).map(({ field, before, after }) => (
        <div key={field}>
          <dt className="text-ink-3">{strings.fieldName(field)}</dt>
          <dd>
            {before.length < SHORT && after.length < SHORT ? (
              <>
                <bdi className="text-ink-2">{before || strings.versions.empty}</bdi>
                <span className="text-ink-3"> → </span>
                <bdi>{after || strings.versions.empty}</bdi>
              </>
            ) : (
              <LateDiffText before={before} after={after} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
