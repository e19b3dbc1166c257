import type { BundleResult } from '@twicewise/contract';
import { strings } from '../../strings.ts';

const words = strings.bundles;

/** What an import did. */
export function Imported({ result }: { result: BundleResult | null }) {
  if (!result) return null;
  const said = words.imported(result);
  return (
    <>
      <p className="font-medium text-read">{words.toImport.done}</p>
      <p className="text-ink-2">
        {said.charAt(0).toUpperCase() + said.slice(1)}. {result.written > 0 && words.toImport.undo}
      </p>
    </>
  );
}
