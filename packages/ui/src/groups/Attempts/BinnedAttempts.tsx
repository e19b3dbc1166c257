import type { AttemptSummary } from '@twicewise/contract';
import { type ReactNode, useId, useState } from 'react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { strings } from '../../strings.ts';
import { isDoubtful } from '../SessionList/KnownBy.tsx';

const words = strings.attempts;

interface BinnedAttemptsProps {
  attempts: readonly AttemptSummary[];
  /** There are more of them. */
  atLeast: boolean;
  /** Reads more of them; undefined when all are here. */
  onMore: (() => void) | undefined;
  onRestore: (attempt: AttemptSummary) => void;
  /** The button with which they are purged. */
  purge: ReactNode;
}

/** The attempts of the session that are in the bin: first their number, and on demand each with the way out of it. */
export function BinnedAttempts({ attempts, atLeast, onMore, onRestore, purge }: BinnedAttemptsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (attempts.length === 0) return null;
  return (
    <section className="mt-4 border-line border-t pt-2" aria-label={words.binLabel}>
      <TextLink
        className="min-h-6 text-ink-2 text-small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {words.inBin(attempts.length, atLeast)}
      </TextLink>
      {isOpen && (
        <div id={id}>
          <ul className="mb-2">
            {attempts.map((attempt) => (
              <li key={attempt.id} className="flex min-w-0 items-baseline gap-2">
                <span className="self-center">
                  <OutcomeGlyph outcome={attempt.outcome} doubtful={isDoubtful(attempt)} />
                </span>
                <span dir="auto" className="min-w-0 truncate text-ink-2" title={attempt.strategy ?? attempt.task}>
                  {attempt.strategy || attempt.task}
                </span>
                <TextLink
                  className="min-h-6 shrink-0 text-small"
                  aria-label={words.restoreOf(attempt.strategy || attempt.task)}
                  onClick={() => onRestore(attempt)}
                >
                  {words.restore}
                </TextLink>
              </li>
            ))}
          </ul>
          {onMore && (
            <TextLink className="mb-2 min-h-6 text-small" onClick={onMore}>
              {words.more}
            </TextLink>
          )}
          {purge}
        </div>
      )}
    </section>
  );
}
