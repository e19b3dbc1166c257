import { OUTCOMES, type Outcome } from '@twicewise/contract';
import clsx from 'clsx';
import { toggled } from '../../data/lessons-view.ts';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { IN_BAR, Toggle } from '../../elements/Toggle/Toggle.tsx';
import { strings } from '../../strings.ts';

interface OutcomeFilterProps {
  chosen: Outcome[] | undefined;
  onChoose: (outcomes: Outcome[]) => void;
}

/** Filters a list by outcomes; none chosen means any. */
export function OutcomeFilter({ chosen, onChoose }: OutcomeFilterProps) {
  return (
    <fieldset className="flex min-w-0 @max-md:w-full">
      <legend className="sr-only">{strings.filters.outcome}</legend>
      {OUTCOMES.map((outcome) => {
        const name = strings.outcome[outcome];
        const isOn = chosen?.includes(outcome) ?? false;
        return (
          <Toggle
            key={outcome}
            pressed={isOn}
            data-deed="outcome"
            data-named={strings.filters[isOn ? 'remove' : 'byOutcome'](name)}
            onClick={() => onChoose(toggled(chosen, outcome))}
            className={clsx(IN_BAR, 'min-w-0 @max-md:grow @max-md:justify-center @max-md:px-1')}
          >
            <OutcomeGlyph outcome={outcome} decorative />
            {name}
          </Toggle>
        );
      })}
    </fieldset>
  );
}
