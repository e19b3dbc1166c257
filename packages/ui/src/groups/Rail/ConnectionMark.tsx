import clsx from 'clsx';
import type { Connection } from '../../data/transport.ts';
import { strings } from '../../strings.ts';

const SHAPE: Record<Connection, string> = {
  live: 'rounded-full bg-success',
  connecting: 'rounded-full border border-control',
  down: 'bg-failure',
  refused: 'bg-failure',
  moved: 'rounded-full border border-control',
  locked: 'rounded-full border border-control',
};

/** Shows whether this window receives changes live. */
export function ConnectionMark({ connection }: { connection: Connection }) {
  return (
    <p role="status" className="flex h-7 items-center gap-2 px-1 text-ink-2 text-small">
      <span aria-hidden className={clsx('size-2 shrink-0', SHAPE[connection])} />
      <span className="max-md:sr-only">{strings.connection.label[connection]}</span>
    </p>
  );
}
