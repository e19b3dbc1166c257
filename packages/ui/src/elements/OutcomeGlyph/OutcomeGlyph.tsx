import type { Outcome } from '@twicewise/contract';
import { strings } from '../../strings.ts';

const COLOUR: Record<Outcome, string> = {
  success: 'text-success',
  partial: 'text-partial',
  failure: 'text-failure',
  unknown: 'text-unknown',
};

function Shape({ outcome }: { outcome: Outcome }) {
  switch (outcome) {
    case 'success':
      return <circle cx="6" cy="6" r="4.5" fill="currentColor" />;
    case 'partial':
      return (
        <>
          <circle cx="6" cy="6" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.2" />
          <path d="M6 2.1a3.9 3.9 0 0 0 0 7.8Z" fill="currentColor" />
        </>
      );
    case 'failure':
      return <rect x="2" y="2" width="8" height="8" fill="currentColor" />;
    case 'unknown':
      return <circle cx="6" cy="6" r="3.9" fill="none" stroke="currentColor" strokeWidth="1.2" />;
  }
}

/** An outcome that nobody stated: the same shape with a dashed line. */
function Doubtful({ outcome }: { outcome: Outcome }) {
  const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.4, strokeDasharray: '2 1.4' };
  if (outcome === 'failure') return <rect x="2" y="2" width="8" height="8" {...line} />;
  return (
    <>
      <circle cx="6" cy="6" r="4.2" {...line} />
      {outcome === 'partial' && <path d="M6 1.8v8.4" {...line} />}
    </>
  );
}

interface OutcomeGlyphProps {
  outcome: Outcome;
  /** True when nobody stated the outcome, because it was filled in by default. */
  doubtful?: boolean;
  /** True to leave out the accessible name, where the word is beside it. */
  decorative?: boolean;
}

/** An outcome as colour and shape; either is enough to recognise it. */
export function OutcomeGlyph({ outcome, doubtful = false, decorative = false }: OutcomeGlyphProps) {
  // An unknown outcome looks doubtful already.
  const isDoubtful = doubtful && outcome !== 'unknown';
  const name = isDoubtful ? strings.sessions.doubtful(strings.outcome[outcome]) : strings.outcome[outcome];
  const shape = isDoubtful ? <Doubtful outcome={outcome} /> : <Shape outcome={outcome} />;
  const className = `shrink-0 ${COLOUR[outcome]}`;
  if (decorative) {
    return (
      <svg width="12" height="12" viewBox="0 0 12 12" className={className} aria-hidden>
        {shape}
      </svg>
    );
  }
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" className={className} role="img" aria-label={name}>
      <title>{name}</title>
      {shape}
    </svg>
  );
}
