import { useAction } from '../../state/action-registry.tsx';
import { useBundles } from '../../state/bundles.tsx';
import { useSheets } from '../use-sheets.ts';

/** The sheets for exporting and importing bundles, of which at most one is open, over any screen. */
export function BundleSheets() {
  const { sheet, open } = useBundles();
  useAction('exportBundle', () => open({ kind: 'export', records: null }));
  useAction('importBundle', () => open({ kind: 'import' }));
  const close = () => open(null);
  const sheets = useSheets(sheet !== null, close);
  if (sheet === null || sheets === null) return null;
  const { ImportSheet, ExportSheet } = sheets;
  if (sheet.kind === 'import') return <ImportSheet key={sheet.path} path={sheet.path ?? null} onClose={close} />;
  return <ExportSheet records={sheet.records} onClose={close} />;
}
