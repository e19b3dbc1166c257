import { useAction } from '../state/action-registry.tsx';
import { type ChosenToExport, useBundles } from '../state/bundles.tsx';
import { useCommands } from '../state/commands.tsx';

/** Opens the export of what is selected, by name as well; null where it cannot be exported, and `whyNot` says why. */
export function useExportSelected(records: ChosenToExport, whyNot: string | null): (() => void) | null {
  const { open } = useBundles();
  const { say } = useCommands();
  const toBundle = () => open({ kind: 'export', records });
  // The action is there even then: otherwise the next registration of it would export everything.
  useAction('exportBundle', whyNot === null ? toBundle : () => say(whyNot));
  return whyNot === null ? toBundle : null;
}
