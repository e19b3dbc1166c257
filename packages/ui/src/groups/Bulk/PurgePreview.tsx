import type { Failure } from '@twicewise/contract';
import type { Purged, PurgeFacts } from '../../data/queries/changes.ts';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { PreviewFoot } from '../../elements/PreviewFoot/PreviewFoot.tsx';
import { purge as words } from '../../strings/purge.ts';
import { count, strings } from '../../strings.ts';
import { keyedByPlace } from '../LessonForm/place.ts';

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <h4 className="font-medium text-ink">{title}</h4>
      <ul className="border-line border-l pl-2">
        {keyedByPlace(lines).map(({ key, item }) => (
          <li key={key} dir="auto" className="wrap-anywhere">
            {item}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The number of rows per table, without empty tables. */
function rowsOf(kind: Purged['kind'], rows: PurgeFacts['rows']): string[] {
  return Object.entries(words.rows[kind]).flatMap(([table, name]) => {
    const value = rows[table] ?? 0;
    return value > 0 ? [`${name}: ${count(value)}`] : [];
  });
}

interface PurgePreviewProps {
  kind: Purged['kind'];
  preview: PurgeFacts;
  /** True when the bin changed since an earlier preview; any other refusal is in `failure`. */
  conflict: boolean;
  failure: Failure | null;
  busy: boolean;
  onPurge: () => void;
  onCancel: () => void;
}

/** Shows exactly what a purge removes and what stays. A second confirmation follows, because a purge cannot be undone. */
export function PurgePreview({ kind, preview, conflict, failure, busy, onPurge, onCancel }: PurgePreviewProps) {
  const { total, examples, refused, rows, stays, backups } = preview;
  return (
    <div className="flex min-h-0 flex-col gap-2 text-small">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div tabIndex={0} className="flex min-h-0 flex-col gap-2 overflow-y-auto text-ink-2">
        {conflict && <p className="border-signal border-l-2 pl-2 text-ink">{words.conflict}</p>}
        <FailureLine failure={failure} />
        <p className="text-ink">
          {total === 0 ? words.none : <strong className="font-medium">{words.removes(kind, total, rows)}</strong>}{' '}
          {total > 0 && words.why}
        </p>
        {refused > 0 && <p>{words.refused(refused)}</p>}
        {total > 0 && (
          <>
            <Lines title={strings.bulk.such} lines={examples} />
            <Lines title={words.rowsTitle} lines={rowsOf(kind, rows)} />
            <Lines title={words.stays} lines={stays} />
            <Lines title={words.backups} lines={backups} />
          </>
        )}
      </div>
      <PreviewFoot onCancel={onCancel}>
        {total > 0 && (
          <Confirm
            label={words.yes(kind, total)}
            question={words.sure}
            tone="danger"
            align="start"
            disabled={busy}
            onConfirm={onPurge}
          />
        )}
      </PreviewFoot>
    </div>
  );
}
