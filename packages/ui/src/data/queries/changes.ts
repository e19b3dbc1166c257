import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, InputOf } from '@twicewise/contract';

/** A selection as the host takes it. */
export type ManyLessons = InputOf<'reflection.previewMany'>['selection'];
/** What to purge. */
export type Purged = InputOf<'reflection.previewPurge'>['which'];

/** A preview is what a person read before they said yes: no event changes it under their eyes. The host refuses what is no longer so. */
const AS_READ = { gcTime: 0 };

/** What a change of many lessons would do. Null: there is no change yet. */
export function changePreview(client: Client, input: InputOf<'reflection.previewMany'> | null) {
  return queryOptions({
    queryKey: ['preview', 'change', input],
    queryFn: input ? () => client.call('reflection.previewMany', input) : skipToken,
    ...AS_READ,
  });
}

/** What purging would remove for good. */
export function purgePreview(client: Client, which: Purged) {
  return queryOptions({
    queryKey: ['preview', 'purge', which],
    queryFn: () => client.call('reflection.previewPurge', { which }),
    ...AS_READ,
  });
}

/** What going back to the lesson as a write left it would change. */
export function revertPreview(client: Client, version: InputOf<'reflection.previewRevert'>) {
  return queryOptions({
    queryKey: ['preview', 'revert', version],
    queryFn: () => client.call('reflection.previewRevert', version),
    ...AS_READ,
  });
}
