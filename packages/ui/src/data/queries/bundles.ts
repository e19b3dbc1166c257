import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, InputOf } from '@twicewise/contract';

/** What an export carries, as the host takes it. */
export type Exported = InputOf<'bundle.previewExport'>['selection'];
/** Project of a bundle → project here, or null for a new one. */
export type Mapping = NonNullable<InputOf<'bundle.preview'>['mapping']>;

/** A preview is what a person read before they said yes: no event changes it under their eyes. The host refuses what is no longer so. */
const AS_READ = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY };

/** What an export would write, and what the scan finds in it. Null: there is nothing to look at yet. */
export function exportPreview(client: Client, selection: Exported | null) {
  return queryOptions({
    queryKey: ['preview', 'export', selection],
    queryFn: selection ? () => client.call('bundle.previewExport', { selection }) : skipToken,
    ...AS_READ,
  });
}

/** What an import of the file at `path` would do. Null: none is chosen. */
export function bundlePreview(client: Client, path: string | null, mapping: Mapping) {
  return queryOptions({
    queryKey: ['preview', 'bundle', path, mapping],
    queryFn: path === null ? skipToken : () => client.call('bundle.preview', { path, mapping }),
    ...AS_READ,
  });
}
