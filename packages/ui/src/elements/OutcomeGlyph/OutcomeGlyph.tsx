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

interface OutcomeGlyphProps {
  outcome: Outcome;
  /** Leave out the spoken name where the word stands beside it. */
  decorative?: boolean;
}

/** An outcome as colour and shape: each tells it without the other. */
export function OutcomeGlyph({ outcome, decorative = false }: OutcomeGlyphProps) {
  const name = strings.outcome[outcome];
  const className = `shrink-0 ${COLOUR[outcome]}`;
  if (decorative) {
    return (
      <svg width="12" height="12" viewBox="0 0 12 12" className={className} aria-hidden>
        <Shape outcome={outcome} />
      </svg>
    );
  }
  return (
    <svg width="12" height="12" viewBox="0 0 12 12" className={className} role="img" aria-label={name}>
      <title>{name}</title>
      <Shape outcome={outcome} />
    </svg>
  );
}
