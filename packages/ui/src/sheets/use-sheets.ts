import { useEffect, useState } from 'react';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';

type Sheets = typeof import('./sheets.ts');

/**
 * The sheets, which are loaded when one of them is first wanted; null until then. When it cannot be loaded, because the host is
 * away, that is said, and `onFailed` is called.
 */
export function useSheets(wanted: boolean, onFailed: () => void): Sheets | null {
  const { say } = useCommands();
  const [sheets, setSheets] = useState<Sheets | null>(null);
  const isMissing = wanted && sheets === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are loaded once for each time that one is wanted
  useEffect(() => {
    if (!isMissing) return;
    import('./sheets.ts').then(
      (loaded) => setSheets(loaded),
      () => {
        say(strings.notLoaded);
        onFailed();
      },
    );
  }, [isMissing]);
  return sheets;
}
