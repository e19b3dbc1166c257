import { rmSync } from 'node:fs';
import { exportTo, filled } from '../../../packages/core/test/bundles/bundle-harness.ts';
import { type Files, unpacked } from '../../../packages/core/test/bundles/hostile-archives.ts';
import { dump, type TestCore } from '../../../packages/core/test/harness.ts';

/** A bundle as the product writes it. */
export interface GoodBundle {
  /** Its path; the file exists until `remove` is called. */
  path: string;
  files: Files;
  remove(): void;
}

/** Exports a memory that contains every kind of record. */
export async function goodBundle(): Promise<GoodBundle> {
  const from = await filled();
  const path = await exportTo(from, 'good.twicewise');
  const { folder } = from;
  await from.core.close();
  return { path, files: await unpacked(path), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** How a memory handled a file. */
export interface Taken {
  /** `refused` before anything was written, `failed` as a job, or `imported` completely. */
  as: 'refused' | 'failed' | 'imported';
  /** The reason of a refusal, for people and for a check for typical reasons. */
  reason: string;
  /** What was wrong with how it was handled; null if it was imported completely or not at all, and no error of ours occurred. */
  fault: string | null;
}

/** Previews and imports a file, and checks that all or nothing was imported. */
export async function take(
  core: TestCore,
  path: string,
  between?: (core: TestCore) => Promise<unknown>,
): Promise<Taken> {
  const before = dump(core);
  const preview = await core.envelope('bundle.preview', { path });
  const { digest, kinds } = preview.ok
    ? (preview.value as { digest: string; kinds: { total: number }[] })
    : { digest: 'x', kinds: [] };
  const asked = await core.envelope('bundle.import', { path, digest });
  const job = asked.ok ? await core.ended((asked.value as { job: { id: string } }).job.id) : null;
  await between?.(core);
  const isSame = dump(core) === before;
  const polluted = Object.keys(Object.prototype);
  // Removed again, so that it counts only for this file.
  for (const key of polluted) Reflect.deleteProperty(Object.prototype, key);
  const error = job ? job.error : asked.ok ? null : asked.error;
  const fault =
    polluted.length > 0
      ? `the prototype of objects has ${polluted}`
      : error?.code === 'internal' || (!preview.ok && preview.error.code === 'internal')
        ? `an error of ours: ${error?.message}`
        : null;
  if (job?.state === 'done') {
    const { written, left, undecided } = job.result as { written: number; left: number; undecided: number };
    const total = kinds.reduce((sum, kind) => sum + kind.total, 0);
    const isWhole = preview.ok && written + left + undecided === total;
    return { as: 'imported', reason: '', fault: fault ?? (isWhole ? null : 'not all of it was imported') };
  }
  const half = isSame ? null : 'something of it stayed';
  return { as: job ? 'failed' : 'refused', reason: error?.message ?? '', fault: fault ?? half };
}
