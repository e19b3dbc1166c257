import type { ExportResult } from '@twicewise/contract';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { bundles as words } from '../../strings/bundles.ts';
import { strings } from '../../strings.ts';

/** What an export wrote, and where it is. */
export function Written({ path, result }: { path: string; result: ExportResult | null }) {
  if (!result) return null;
  return (
    <>
      <p className="font-medium text-read">{words.toExport.done}</p>
      <p className="text-ink-2">{strings.jobs.bundle.exported(result)}.</p>
      <dl className="mt-3 border-line border-b">
        {[
          [words.toExport.path, path],
          [words.toExport.sha256, result.sha256],
        ].map(([label, value = '']) => (
          <div
            key={label}
            className="grid grid-cols-[minmax(0,1fr)] items-center gap-x-4 border-line border-t py-1.5 sm:grid-cols-[6rem_minmax(0,1fr)]"
          >
            <dt className="text-ink-2">{label}</dt>
            <dd className="min-w-0">
              <CopyId value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
