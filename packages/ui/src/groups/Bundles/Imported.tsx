import type { BundleResult } from '@twicewise/contract';
import { bundles as words } from '../../strings/bundles.ts';
import { strings } from '../../strings.ts';

/** What an import did. */
export function Imported({ result }: { result: BundleResult | null }) {
  if (!result) return null;
  const said = strings.jobs.bundle.imported(result);
  return (
    <>
      <p className="font-medium text-read">{words.toImport.done}</p>
      <p className="text-ink-2">
        {said.charAt(0).toUpperCase() + said.slice(1)}. {result.written > 0 && words.toImport.undo}
      </p>
    </>
  );
}
