import { useEffect, useRef } from 'react';
import type { ScreenId } from '../data/screens.ts';
import { useCommandState, useCommands } from '../state/commands.tsx';

/** What was said less than this before another screen was shown is about the way there, in milliseconds. */
const ON_THE_WAY_MS = 1000;

/**
 * Takes the message of the last action away when another screen is shown: by then it is about something else. The action can still
 * be undone by its key and on Activity. A failure stays until it was read.
 */
export function useForgetful(screen: ScreenId | null): void {
  const { notice } = useCommandState();
  const { dismiss } = useCommands();
  const latest = useRef({ notice, at: 0 });
  if (latest.current.notice !== notice) latest.current = { notice, at: performance.now() };
  const last = useRef(screen);
  useEffect(() => {
    if (last.current === screen) return;
    last.current = screen;
    const { notice: shown, at } = latest.current;
    if (shown?.kind === 'done' && performance.now() - at > ON_THE_WAY_MS) dismiss();
  }, [screen, dismiss]);
}
