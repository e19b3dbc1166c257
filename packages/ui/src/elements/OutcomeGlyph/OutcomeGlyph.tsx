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

/** What nobody said is drawn as a broken line: the shape of the outcome, without its weight. */
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
  /** Nobody said so: it was filled in. */
  doubtful?: boolean;
  /** Leave out the spoken name where the word stands beside it. */
  decorative?: boolean;
}

/** An outcome as colour and shape: each tells it without the other. */
export function OutcomeGlyph({ outcome, doubtful = false, decorative = false }: OutcomeGlyphProps) {
  // Unknown is a doubt by itself.
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
