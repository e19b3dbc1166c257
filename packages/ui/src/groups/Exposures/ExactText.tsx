import { type ReactNode, useState } from 'react';
import { exact } from '../../elements/RelativeTime/relative.ts';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { agentAnswers } from '../../strings/agent-answers.ts';

const words = agentAnswers.text;

interface ExactTextProps {
  /** Number of the answer. */
  seq: number;
  /** When the answer was given. */
  at: string;
  /** Size of its text; null where none is kept. */
  length: number | null;
  /** What tells the answer apart from all others of the list. */
  name: string;
  /** Draws the text; called once it is asked for. */
  children: (seq: number) => ReactNode;
}

/** Shows and hides the exact text of an answer, or says that none is kept. */
export function ExactText({ seq, at, length, name, children }: ExactTextProps) {
  const [shown, setShown] = useState(false);
  if (length === null && !shown) {
    return (
      <p className="py-0.5 text-ink-3 text-small" title={words.noneTitle}>
        {words.none}
      </p>
    );
  }
  const deed = shown ? words.hide : words.show;
  return (
    <>
      <TextLink
        data-press="open"
        aria-expanded={shown}
        // Each row has such a link.
        aria-label={words.of(deed, name)}
        data-deed="exact shown agent answer"
        className="min-h-6 text-ink-2 text-small"
        onClick={() => setShown((before) => !before)}
      >
        {deed}
      </TextLink>
      {shown && <span className="ml-3 text-ink-3 text-small">{exact(at)}</span>}
      {shown && children(seq)}
    </>
  );
}
