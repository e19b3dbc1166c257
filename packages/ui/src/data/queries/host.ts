import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@twicewise/contract';

/** Sizes and connections change without an event; this is often enough for a person. */
const LOOK_EVERY_MS = 15_000;

/** Where the data is, how big, how healthy, and who is connected. */
export function hostStatus(client: Client) {
  return queryOptions({
    queryKey: ['store', 'status'],
    queryFn: () => client.call('host.status', {}),
    refetchInterval: LOOK_EVERY_MS,
  });
}

/** Verified copies of the memory, the newest first. */
export function backupList(client: Client) {
  return queryOptions({
    queryKey: ['store', 'backups'],
    queryFn: async () => (await client.call('backup.list', {})).items,
  });
}

/** What a backup holds, beside what there is now. */
export function backupPreview(client: Client, name: string) {
  return queryOptions({
    queryKey: ['store', 'backup', name],
    queryFn: () => client.call('backup.preview', { name }),
  });
}

/** All settings, defaults filled in. */
export function settingsOptions(client: Client) {
  return queryOptions({
    queryKey: ['setting', 'all'],
    queryFn: async () => (await client.call('settings.get', {})).settings,
  });
}

/** Which backup to restore: the newest one that passes the full check. */
export function backupAdvice(client: Client) {
  return queryOptions({
    queryKey: ['store', 'backup advice'],
    queryFn: () => client.call('backup.recommend', {}),
  });
}
