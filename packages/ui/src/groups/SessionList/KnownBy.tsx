import type { EpisodeSummary } from '@twicewise/contract';
import clsx from 'clsx';
import { strings } from '../../strings.ts';

const { known, knownHint } = strings.sessions;

type Known = Pick<EpisodeSummary, 'outcome' | 'outcomeSource'>;

/** True for an outcome that somebody seems to state and nobody did. */
export function isDoubtful({ outcome, outcomeSource }: Known): boolean {
  return outcomeSource === 'defaulted' && outcome !== 'unknown';
}

/** How an outcome is known, as a small outlined word; by a broken line when nobody said it. Of an unknown one there is nothing to know. */
export function KnownBy({ of }: { of: Known }) {
  if (of.outcome === 'unknown' && of.outcomeSource === 'defaulted') return null;
  const doubtful = isDoubtful(of);
  return (
    <span
      title={knownHint[of.outcomeSource]}
      className={clsx(
        'inline-flex h-4 shrink-0 items-center rounded-sm border px-1 text-ink-2 text-micro',
        doubtful ? 'border-control border-dashed' : 'border-line-strong',
      )}
    >
      {known[of.outcomeSource]}
    </span>
  );
}
