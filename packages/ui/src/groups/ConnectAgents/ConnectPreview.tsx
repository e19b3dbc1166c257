import type { ClientChanges, Failure } from '@twicewise/contract';
import { useEffect, useRef } from 'react';
import { Button } from '../../elements/Button/Button.tsx';
import { FailureMessage } from '../../elements/Message/Message.tsx';
import { agents as words } from '../../strings/agents.ts';
import { strings } from '../../strings.ts';
import { DiffLines } from './DiffLines.tsx';

interface ConnectPreviewProps {
  /** Name of the program. */
  name: string;
  remove: boolean;
  /** Undefined while it is loading. */
  preview: ClientChanges | undefined;
  failure: Failure | null;
  busy: boolean;
  onAgree: () => void;
  onCancel: () => void;
}

/** Shows the exact change of a program's configuration, to confirm or cancel. */
export function ConnectPreview({ name, remove, preview, failure, busy, onAgree, onCancel }: ConnectPreviewProps) {
  const changes = preview?.changes ?? [];
  const place = useRef<HTMLDivElement>(null);
  const isRead = preview !== undefined || failure !== null;
  // The button that opened it may be at the edge of the window.
  useEffect(() => {
    if (isRead) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  return (
    <div ref={place} className="mt-2 mb-1 flex flex-col gap-3 border-line-strong border-l-2 pl-3">
      {failure && <FailureMessage title={preview ? words.notDone : words.unreadable(name)} failure={failure} />}
      {!preview && !failure && <p className="animate-late text-ink-3">{words.reading}</p>}
      {changes.map(({ path, diff }) => (
        <div key={path}>
          <p className="break-all font-mono text-ink-2 text-micro">{path}</p>
          <DiffLines label={words.diff(path)} diff={diff} />
        </div>
      ))}
      {preview && changes.length === 0 && <p className="text-ink-2">{words.nothing}</p>}
      {/* In sight however long the change is. */}
      <div className="sticky bottom-0 flex gap-2 bg-reading py-2">
        {changes.length > 0 && (
          <Button tone={remove ? 'danger' : 'solid'} disabled={busy} onClick={onAgree}>
            {busy ? words.writing : remove ? words.agreeRemove : words.agree}
          </Button>
        )}
        <Button tone="quiet" disabled={busy} onClick={onCancel}>
          {strings.actions.cancel}
        </Button>
      </div>
    </div>
  );
}
