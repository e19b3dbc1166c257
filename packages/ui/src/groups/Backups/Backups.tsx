import type { Backup } from '@twicewise/contract';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { bytes, strings } from '../../strings.ts';

interface BackupsProps {
  backups: readonly Backup[];
  busy: boolean;
  /** The backup recommended for restoring while the memory cannot be read. */
  recommended: string | null;
  /** The question asked before a restore: what restoring that backup would change. */
  question: (backup: Backup) => string;
  onAsk: (backup: Backup) => void;
  onRestore: (backup: Backup) => void;
}

/** Verified backups, newest first, each with a button to restore it. */
export function Backups({ backups, busy, recommended, question, onAsk, onRestore }: BackupsProps) {
  return (
    <ul>
      {backups.map((backup) => (
        <li
          key={backup.name}
          className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-1.5"
        >
          <div className="min-w-40 grow basis-60">
            <RelativeTime at={backup.createdAt} full />
            {/* Where it is: that of a file to copy elsewhere. */}
            <p className="wrap-anywhere font-mono text-ink-3 text-micro">{backup.path}</p>
          </div>
          {backup.name === recommended && <span className="font-medium">{strings.backups.recommended}</span>}
          <span className="text-ink-2">{strings.backups.cause[backup.cause]}</span>
          <span className="w-16 text-right font-mono text-ink-2 text-small">{bytes(backup.bytes)}</span>
          <Confirm
            label={strings.actions.restore}
            tone="quiet"
            question={question(backup)}
            disabled={busy}
            onAsk={() => onAsk(backup)}
            onConfirm={() => onRestore(backup)}
          />
        </li>
      ))}
    </ul>
  );
}
