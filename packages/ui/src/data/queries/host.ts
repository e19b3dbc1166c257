import { queryOptions } from '@tanstack/react-query';
import type { Client, OutputOf, StoreHealth } from '@twicewise/contract';
import { screenHint } from '../screen-hint.ts';

/** Sizes and connections change without an event, so they are read at this interval in milliseconds. */
const LOOK_EVERY_MS = 15_000;
/** Interval for reading how many vectors there are while they are computed, in milliseconds; no event reports it. */
const COUNTED_EVERY_MS = 1000;

type Vectors = OutputOf<'host.status'>['vectors'];

/** The data folder, its size, its state, and who is connected. */
export function hostStatus(client: Client) {
  return queryOptions({
    queryKey: ['store', 'status'],
    queryFn: async () => {
      const { store, ...status } = await client.call('host.status', {});
      return { ...status, store: { ...store, hint: screenHint(store.hint) } };
    },
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** The same, read more often while vectors are computed and their number is shown. */
export function whileFilling(client: Client, vectors: Vectors | undefined) {
  return { ...hostStatus(client), refetchInterval: COUNTED_EVERY_MS, enabled: vectors?.state === 'filling' };
}

/** True while the memory can be read, though perhaps not written. */
export const isReadable = ({ state }: Pick<StoreHealth, 'state'>) => state === 'ready' || state === 'read_only';

/** Verified backups, newest first. */
export function backupList(client: Client) {
  return queryOptions({
    queryKey: ['store', 'backups'],
    queryFn: async () => (await client.call('backup.list', {})).items,
  });
}

/** What a backup contains, compared with the present memory. */
export function backupPreview(client: Client, name: string) {
  return queryOptions({
    queryKey: ['store', 'backup', name],
    queryFn: () => client.call('backup.preview', { name }),
  });
}

/** All settings, including defaults. */
export function settingsOptions(client: Client) {
  return queryOptions({
    queryKey: ['setting', 'all'],
    queryFn: async () => (await client.call('settings.get', {})).settings,
  });
}

/** The backup to restore: the newest one that passes the full check. */
export function backupAdvice(client: Client) {
  return queryOptions({
    queryKey: ['store', 'backup advice'],
    queryFn: () => client.call('backup.recommend', {}),
  });
}
