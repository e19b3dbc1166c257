import { useAction } from '../state/action-registry.tsx';
import { type ChosenToExport, useBundles } from '../state/bundles.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';

/** Opens the export of what is selected, by name as well; null where too many are selected one by one. */
export function useExportSelected(records: ChosenToExport, tooMany: boolean): (() => void) | null {
  const { open } = useBundles();
  const { say } = useCommands();
  const toBundle = () => open({ kind: 'export', records });
  // The action is there even then: otherwise the next registration of it would export everything.
  useAction('exportBundle', tooMany ? () => say(strings.whyNot.tooMany) : toBundle);
  return tooMany ? null : toBundle;
}
