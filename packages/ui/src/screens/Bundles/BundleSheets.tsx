import { lazyRouteComponent } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useAction } from '../../state/action-registry.tsx';
import { useBundles } from '../../state/bundles.tsx';

// Both are larger than most screens, and seldom opened.
const ImportSheet = lazyRouteComponent(() => import('./ImportSheet.tsx'), 'ImportSheet');
const ExportSheet = lazyRouteComponent(() => import('./ExportSheet.tsx'), 'ExportSheet');

/** The sheets for exporting and importing bundles, of which at most one is open, over any screen. */
export function BundleSheets() {
  const { sheet, open } = useBundles();
  useAction('exportBundle', () => open({ kind: 'export', lessons: null }));
  useAction('importBundle', () => open({ kind: 'import' }));
  const close = () => open(null);
  if (sheet === null) return null;
  return (
    <Suspense>
      {sheet.kind === 'import' ? (
        <ImportSheet key={sheet.path} path={sheet.path ?? null} onClose={close} />
      ) : (
        <ExportSheet lessons={sheet.lessons} onClose={close} />
      )}
    </Suspense>
  );
}
