import type { ReflectionState } from '@twicewise/contract';
import { strings } from '../../strings.ts';

/** The review state as a small outlined word. Accepted is the usual state and is not shown. */
export function StateMark({ state }: { state: ReflectionState }) {
  if (state === 'accepted') return null;
  const struck = state === 'rejected' || state === 'superseded';
  return (
    <span
      className={`inline-flex h-4.5 items-center rounded-sm border border-control px-1 text-small text-ink-2 ${struck ? 'line-through' : ''} ${state === 'draft' ? 'border-dashed' : ''}`}
    >
      {strings.state[state]}
    </span>
  );
}
