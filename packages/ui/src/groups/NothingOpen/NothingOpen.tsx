import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { useWorkingKeys } from '../../state/action-registry.tsx';
import { strings } from '../../strings.ts';

const KEYS = ['down'] as const;

/** The pane beside a list while no row is open. The keys of the list are named while they work, so not where it is empty. */
export function NothingOpen({ text }: { text: string }) {
  const hasRows = 'down' in useWorkingKeys(KEYS);
  return (
    <div className="m-auto p-6 text-center text-ink-3">
      <p>{text}</p>
      {hasRows && (
        <p className="mt-1 flex items-center justify-center gap-1 text-small">
          <Kbd keys="j" />
          <Kbd keys="k" /> {strings.list.moveThrough}
        </p>
      )}
    </div>
  );
}
