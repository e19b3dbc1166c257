import type { Failure, OutputOf } from '@twicewise/contract';
import { useEffect, useRef } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { count, strings } from '../../strings.ts';

const words = strings.purge;

type Preview = OutputOf<'reflection.previewPurge'>;

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <h4 className="font-medium text-ink">{title}</h4>
      <ul className="border-line border-l pl-2">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Rows by table, those that are none left out. */
function rowsOf(rows: Preview['rows']): string[] {
  const tables = Object.keys(words.rows) as (keyof Preview['rows'])[];
  return tables.filter((table) => rows[table] > 0).map((table) => `${words.rows[table]}: ${count(rows[table])}`);
}

interface PurgePreviewProps {
  preview: Preview;
  /** The bin changed since an earlier preview; why it was refused otherwise. */
  conflict: boolean;
  failure: Failure | null;
  busy: boolean;
  onPurge: () => void;
  onCancel: () => void;
}

/** Exactly what a purge removes and what stays. It is asked for once more after that: nothing brings it back. */
export function PurgePreview({ preview, conflict, failure, busy, onPurge, onCancel }: PurgePreviewProps) {
  const { lessons, examples, refused, rows, stays, backups } = preview;
  const first = useRef<HTMLButtonElement>(null);
  // Not the button that removes: a second Enter must not have said yes to anything.
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <div className="flex min-h-0 flex-col gap-2 text-small">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div tabIndex={0} className="flex min-h-0 flex-col gap-2 overflow-y-auto text-ink-2">
        {conflict && <p className="border-signal border-l-2 pl-2 text-ink">{words.conflict}</p>}
        {failure && (
          <p role="alert" className="text-ink">
            <strong className="font-medium text-failure">{failure.message}</strong> {failure.hint}
          </p>
        )}
        <p className="text-ink">
          {lessons === 0 ? words.none : <strong className="font-medium">{words.removes(lessons)}.</strong>}{' '}
          {lessons > 0 && words.why}
        </p>
        {refused > 0 && <p>{words.refused(refused)}</p>}
        {lessons > 0 && (
          <>
            <Lines title={strings.bulk.such} lines={examples.map(({ taskDescription }) => taskDescription)} />
            <Lines title={words.rowsTitle} lines={rowsOf(rows)} />
            <Lines title={words.stays} lines={stays} />
            <Lines title={words.backups} lines={backups} />
          </>
        )}
      </div>
      <div className="flex gap-2">
        <Button ref={first} onClick={onCancel}>
          {strings.actions.cancel}
        </Button>
        {lessons > 0 && (
          <Confirm
            label={words.yes(lessons)}
            question={words.sure}
            tone="danger"
            align="start"
            disabled={busy}
            onConfirm={onPurge}
          />
        )}
      </div>
    </div>
  );
}
