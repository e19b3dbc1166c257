import { OUTCOMES, type OutcomeCounts } from '@twicewise/contract';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { insights } from '../../strings/insights.ts';
import { count, strings } from '../../strings.ts';

/** The outcomes that occur, in words, in the order in which they are drawn. */
export function outcomeParts(outcomes: OutcomeCounts): string {
  const parts = OUTCOMES.filter((outcome) => outcomes[outcome] > 0).map(
    (outcome) => `${count(outcomes[outcome])} ${strings.outcome[outcome].toLowerCase()}`,
  );
  return parts.length > 0 ? parts.join(', ') : insights.outcomes.none;
}

/** The legend of the outcome colours, with the count of each. */
export function OutcomeKey({ outcomes }: { outcomes: OutcomeCounts }) {
  return (
    <ul className="mb-1 flex flex-wrap gap-x-4 text-ink-2 text-small tabular-nums">
      {OUTCOMES.map((outcome) => (
        <li key={outcome} className="flex items-center gap-1.5">
          <OutcomeGlyph outcome={outcome} decorative />
          {strings.outcome[outcome]} {count(outcomes[outcome])}
        </li>
      ))}
    </ul>
  );
}
