import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ScreenId } from '../data/screens.ts';
import type { Notice } from '../state/command-runner.ts';
import { useCommandState, useCommands } from '../state/commands.tsx';

/** What was said less than this before another screen was shown is about the way there, in milliseconds. */
const ON_THE_WAY_MS = 1000;
/** A message is left to be read for this long while what is shown on the screen changes, in milliseconds. */
const READING_MS = 3000;

/** True for a message that only tells something: it offers no undo, and there is no more of it elsewhere. */
const isOnlyTold = (notice: Notice & { kind: 'done' }) =>
  !(notice.undo || notice.redo || notice.job || notice.isOnData);

/**
 * Takes the message of the last action away when something else is shown, for then it is about another thing: any message when the
 * screen changes, one that only tells something also when the link does (another record, part or filter). The action can still be
 * undone by its key and on Activity. A failure stays until it was read.
 */
export function useForgetful(screen: ScreenId | null): void {
  const { notice } = useCommandState();
  const { dismiss } = useCommands();
  const link = useLocation({ select: ({ href }) => href });
  const latest = useRef({ notice, at: 0 });
  if (latest.current.notice !== notice) latest.current = { notice, at: performance.now() };
  const last = useRef({ screen, link });
  useEffect(() => {
    const before = last.current;
    last.current = { screen, link };
    const { notice: shown, at } = latest.current;
    if (shown?.kind !== 'done') return;
    const age = performance.now() - at;
    const isElsewhere = before.screen !== screen && age > ON_THE_WAY_MS;
    const isOver = before.link !== link && age > READING_MS && isOnlyTold(shown);
    if (isElsewhere || isOver) dismiss();
  }, [screen, link, dismiss]);
}
