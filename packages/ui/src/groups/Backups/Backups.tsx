import type { Backup } from '@twicewise/contract';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
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

const folderOf = ({ path }: Backup) => path.replace(/[\\/][^\\/]*$/, '');

/** Verified backups, newest first, each with a button to restore it, and the folder of their files. */
export function Backups({ backups, busy, recommended, question, onAsk, onRestore }: BackupsProps) {
  const folders = [...new Set(backups.map(folderOf))];
  return (
    <>
      {folders.map((folder) => (
        <p key={folder} className="mb-2 flex flex-wrap items-center gap-x-2 text-ink-2">
          {strings.backups.folder} <CopyId value={folder} />
        </p>
      ))}
      <ul>
        {backups.map((backup) => (
          <li
            key={backup.name}
            className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-1.5"
          >
            <span className="min-w-40 grow" title={backup.path}>
              <RelativeTime at={backup.createdAt} full />
            </span>
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
    </>
  );
}
