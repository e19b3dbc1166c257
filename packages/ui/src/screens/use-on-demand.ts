import { useEffect, useState } from 'react';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';

/**
 * A part of the interface that is loaded when it is first wanted; null until then. When it cannot be loaded, because the host is
 * away, that is said, and `onFailed` is called.
 */
export function useOnDemand<T>(load: () => Promise<T>, wanted: boolean, onFailed: () => void): T | null {
  const { say } = useCommands();
  const [part, setPart] = useState<{ loaded: T } | null>(null);
  const isMissing = wanted && part === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once for each time that it is wanted
  useEffect(() => {
    if (!isMissing) return;
    load().then(
      (loaded) => setPart({ loaded }),
      () => {
        say(strings.notLoaded);
        onFailed();
      },
    );
  }, [isMissing]);
  return part?.loaded ?? null;
}
