import { Button } from '../../elements/Button/Button.tsx';
import { useBundles } from '../../state/bundles.tsx';
import { bundles } from '../../strings/bundles.ts';

/** Buttons that open the two sheets. */
export function BundleButtons() {
  const { open } = useBundles();
  return (
    <div className="flex shrink-0 gap-2">
      <Button aria-haspopup="dialog" onClick={() => open({ kind: 'export', records: null })}>
        {bundles.export}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => open({ kind: 'import' })}>
        {bundles.import}
      </Button>
    </div>
  );
}
