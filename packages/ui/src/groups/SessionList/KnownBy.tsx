import clsx from 'clsx';
import { isDoubtful, type KnownOutcome } from '../../data/shown-outcome.ts';
import { strings } from '../../strings.ts';

const { known, knownHint } = strings.sessions;

/**
 * How an outcome is known, as a small outlined word; the line is dashed when nobody stated it. Renders nothing when no
 * outcome is known and nobody stated one.
 */
export function KnownBy({ of }: { of: KnownOutcome }) {
  if (of.outcome === 'unknown' && of.outcomeSource === 'defaulted') return null;
  const doubtful = isDoubtful(of);
  return (
    <span
      title={knownHint[of.outcomeSource]}
      className={clsx(
        'inline-flex h-4.5 shrink-0 items-center rounded-sm border px-1 text-ink-2 text-small',
        doubtful ? 'border-control border-dashed' : 'border-line-strong',
      )}
    >
      {known[of.outcomeSource].toLowerCase()}
    </span>
  );
}
