import { MAX_INSIGHT_ATTEMPTS } from '@twicewise/contract';
import { type ReactNode, useState } from 'react';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { insights } from '../../strings/insights.ts';

const words = insights.attempts;

/** Renders the attempts with these ids. */
export type ShowAttempts = (ids: readonly string[]) => ReactNode;

/** The attempts behind a number, shown on demand: what shows them, and their list, each for a place of its own. */
export function useShownAttempts(
  ids: readonly string[],
  attempts: ShowAttempts,
): { toggle: ReactNode; list: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  if (ids.length === 0) return { toggle: null, list: null };
  const toggle = (
    <TextLink className="min-h-6 text-ink-2 text-small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {isOpen ? words.hide : words.show(ids.length)}
    </TextLink>
  );
  const list = isOpen && (
    <>
      {attempts(ids)}
      {ids.length === MAX_INSIGHT_ATTEMPTS && <p className="text-ink-3 text-small">{words.newest(ids.length)}</p>}
    </>
  );
  return { toggle, list };
}
