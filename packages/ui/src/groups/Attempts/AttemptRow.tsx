import { type AttemptSummary, plainText } from '@twicewise/contract';
import { type ReactNode, useId, useState } from 'react';
import type { AttemptMark } from '../../data/attempt-marks.ts';
import { tookOf } from '../../data/attempt-runs.ts';
import { isDoubtful } from '../../data/shown-outcome.ts';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { attemptComparison } from '../../strings/attempt-comparison.ts';
import { attempts as words } from '../../strings/attempts.ts';
import { AttemptMarks } from './AttemptMarks.tsx';
import { CheckMarks } from './CheckMarks.tsx';

/** The size of the change; null where it is not known. */
function Change({ attempt: { files, linesAdded, linesDeleted } }: { attempt: AttemptSummary }) {
  const isCounted = linesAdded !== null || linesDeleted !== null;
  if (files === 0 && !isCounted) return null;
  const [added, deleted] = [linesAdded ?? 0, linesDeleted ?? 0];
  return (
    <span className="whitespace-nowrap">
      {words.files(files)}
      {isCounted && (
        <>
          {' '}
          <span aria-hidden className="font-mono text-micro">
            {words.lines(added, deleted)}
          </span>
          <span className="sr-only">{words.linesSpoken(added, deleted)}</span>
        </>
      )}
    </span>
  );
}

/** What it cost and what it had been told, as far as that is known. */
function sizesOf(attempt: AttemptSummary): string[] {
  const took = tookOf(attempt);
  return [
    took === null ? '' : words.took(took),
    attempt.tokens === null ? '' : words.tokens(attempt.tokens),
    attempt.followed === 0 ? '' : words.followed(attempt.followed),
  ].filter(Boolean);
}

/** The element id of an attempt, to jump to. */
export function rungId(id: string): string {
  return `attempt-${id}`;
}

interface AttemptRowProps {
  attempt: AttemptSummary;
  /** The details, rendered once they are opened. */
  details: (attempt: AttemptSummary) => ReactNode;
  mark: AttemptMark | undefined;
  /** It is the only one of its task here. */
  isAlone: boolean;
  /** Whether it is chosen to be compared. */
  isChosen: boolean;
  /** Chooses it to be compared, or leaves it again; undefined where there is no other. */
  onChoose: (() => void) | undefined;
}

/** One attempt as a rung: what was tried, what was changed, what the checks said, and on demand everything else. */
export function AttemptRow({ attempt, details, mark, isAlone, isChosen, onChoose }: AttemptRowProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { ordinal } = attempt;
  const strategy = plainText(attempt.strategy ?? '');
  return (
    <li
      id={rungId(attempt.id)}
      tabIndex={-1}
      className="group/rung grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 rounded-sm focus:bg-signal-tint focus-visible:outline-none"
    >
      <div className="flex flex-col items-center">
        <span className="flex size-6 shrink-0 items-center justify-center">
          <OutcomeGlyph outcome={attempt.outcome} doubtful={isDoubtful(attempt)} />
        </span>
        <span aria-hidden className="w-px grow bg-line group-last/rung:bg-transparent" />
      </div>
      <div className="min-w-0 pt-0.5 pb-4">
        <p className="flex items-baseline gap-2">
          <span dir="auto" className={strategy ? 'line-clamp-3 min-w-0 wrap-anywhere font-medium' : 'text-ink-3'}>
            {strategy || words.noStrategy}
          </span>
          {!(isAlone && ordinal === 1) && (
            <span className="ml-auto shrink-0 font-mono text-ink-3 text-micro" title={words.ordinalHint(ordinal)}>
              {words.ordinal(ordinal)}
            </span>
          )}
        </p>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-3 text-ink-2 text-small">
          <AttemptMarks mark={mark} />
          <CheckMarks attempt={attempt} />
          <Change attempt={attempt} />
          {sizesOf(attempt).map((size) => (
            <span key={size} className="whitespace-nowrap text-ink-3">
              {size}
            </span>
          ))}
          <span className="flex gap-x-3">
            <TextLink
              className="min-h-6 text-ink-2"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              aria-label={(isOpen ? words.closed : words.opened)(strategy || words.noStrategy)}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? words.close : words.open}
            </TextLink>
            {onChoose && (
              <TextLink
                className={`min-h-6 ${isChosen ? 'font-medium text-ink' : 'text-ink-2'}`}
                aria-pressed={isChosen}
                aria-label={attemptComparison[isChosen ? 'chosenOf' : 'chooseOf'](strategy || words.noStrategy)}
                onClick={onChoose}
              >
                {isChosen ? attemptComparison.chosen : attemptComparison.choose}
              </TextLink>
            )}
          </span>
        </div>
        {isOpen && (
          <div id={id} className="mt-2">
            {details(attempt)}
          </div>
        )}
      </div>
    </li>
  );
}
