import { Button } from '../../elements/Button/Button.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { useBundles } from '../../state/bundles.tsx';
import { strings } from '../../strings.ts';
import { ExportSheet } from './ExportSheet.tsx';
import { ImportSheet } from './ImportSheet.tsx';

/** The sheets for exporting and importing bundles, of which at most one is open, over any screen. */
export function BundleSheets() {
  const { sheet, open } = useBundles();
  useAction('exportBundle', () => open({ kind: 'export', lessons: null }));
  useAction('importBundle', () => open({ kind: 'import' }));
  const close = () => open(null);
  if (sheet === null) return null;
  if (sheet.kind === 'import') return <ImportSheet onClose={close} />;
  return <ExportSheet lessons={sheet.lessons} onClose={close} />;
}

/** Buttons that open the two sheets. */
export function BundleButtons() {
  const { open } = useBundles();
  return (
    <div className="flex shrink-0 gap-2">
      <Button aria-haspopup="dialog" onClick={() => open({ kind: 'export', lessons: null })}>
        {strings.bundles.export}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => open({ kind: 'import' })}>
        {strings.bundles.import}
      </Button>
    </div>
  );
}
