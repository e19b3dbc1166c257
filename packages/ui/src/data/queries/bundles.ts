import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, InputOf } from '@twicewise/contract';

/** The contents of an export, as the host's input. */
export type Exported = InputOf<'bundle.previewExport'>['selection'];
/** Maps a project of a bundle to a project here, or to null for a new one. */
export type Mapping = NonNullable<InputOf<'bundle.preview'>['mapping']>;

/** A preview is what a person reads before confirming, so no event changes it. The host refuses a preview that is out of date. */
const AS_READ = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

/** What an export would write, and what the scan for secrets finds in it. Null: there is nothing to preview yet. */
export function exportPreview(client: Client, selection: Exported | null) {
  return queryOptions({
    queryKey: ['preview', 'export', selection],
    queryFn: selection ? () => client.call('bundle.previewExport', { selection }) : skipToken,
    ...AS_READ,
  });
}

/** What an import of the file at `path` would do. Null: no file is chosen. */
export function bundlePreview(client: Client, path: string | null, mapping: Mapping) {
  return queryOptions({
    queryKey: ['preview', 'bundle', path, mapping],
    queryFn: path === null ? skipToken : () => client.call('bundle.preview', { path, mapping }),
    ...AS_READ,
  });
}
