import { useEffect, useState } from 'react';
import { strings } from '../strings.ts';
import { useCommands } from './commands.tsx';

/**
 * A module that is loaded when it is first wanted; null until then. When it cannot be loaded, because the host is away, that is said,
 * and `onFailed` is called.
 */
export function useLoaded<Module>(load: () => Promise<Module>, wanted: boolean, onFailed: () => void): Module | null {
  const { say } = useCommands();
  const [loaded, setLoaded] = useState<Module | null>(null);
  const isMissing = wanted && loaded === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is loaded once for each time that it is wanted
  useEffect(() => {
    if (!isMissing) return;
    load().then(
      (module) => setLoaded(module),
      () => {
        say(strings.notLoaded);
        onFailed();
      },
    );
  }, [isMissing]);
  return loaded;
}
