import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, Envelope, InputOf, OutputOf } from '@twicewise/contract';

/** A selection of lessons, as the host's input. */
export type ManyLessons = InputOf<'reflection.previewMany'>['selection'];
/** A selection of sessions, as the host's input. */
export type ManySessions = InputOf<'episode.previewMany'>['selection'];
/** What to purge: lessons, sessions, the log of one alone, attempts or turns in the bin. */
export type Purged =
  | { kind: 'reflection'; which: InputOf<'reflection.previewPurge'>['which'] }
  | { kind: 'episode'; which: InputOf<'episode.previewPurge'>['which'] }
  | { kind: 'attempt'; which: InputOf<'attempt.previewPurge'>['which'] }
  | { kind: 'turn'; which: InputOf<'turn.previewPurge'>['which'] }
  | { kind: 'session'; which: InputOf<'session.previewPurge'>['which'] };

/** What a purge would remove, for all kinds alike. `rows` is by table. */
export interface PurgeFacts
  extends Pick<OutputOf<'reflection.previewPurge'>, 'refused' | 'stays' | 'backups' | 'digest'> {
  total: number;
  /** The first ones, by name. */
  examples: string[];
  rows: Readonly<Record<string, number>>;
}

/** A preview is what a person reads before confirming, so no event changes it. The host refuses a preview that is out of date. */
const AS_READ = { gcTime: 0 };

/** What a bulk change would do. Null: there is no change yet. */
export function changePreview(client: Client, input: InputOf<'reflection.previewMany'> | null) {
  return queryOptions({
    queryKey: ['preview', 'change', input],
    queryFn: input ? () => client.call('reflection.previewMany', input) : skipToken,
    ...AS_READ,
  });
}

/** What a change of many sessions would do. */
export function sessionsPreview(client: Client, input: InputOf<'episode.previewMany'>) {
  return queryOptions({
    queryKey: ['preview', 'change sessions', input],
    queryFn: () => client.call('episode.previewMany', input),
    ...AS_READ,
  });
}

/** What a merge of many duplicates would do. */
export function duplicatesPreview(client: Client, which: InputOf<'reflection.previewMergeMany'>['which']) {
  return queryOptions({
    queryKey: ['preview', 'merge', which],
    queryFn: () => client.call('reflection.previewMergeMany', { which }),
    ...AS_READ,
  });
}

async function purgeFacts(client: Client, { kind, which }: Purged): Promise<PurgeFacts> {
  if (kind === 'episode') {
    const { episodes: total, examples, ...rest } = await client.call('episode.previewPurge', { which });
    return { ...rest, total, examples: examples.map(({ task }) => task) };
  }
  if (kind === 'attempt') {
    const { attempts: total, examples, ...rest } = await client.call('attempt.previewPurge', { which });
    return { ...rest, total, examples: examples.map(({ task }) => task) };
  }
  if (kind === 'turn') {
    const { turns: total, examples, ...rest } = await client.call('turn.previewPurge', { which });
    return { ...rest, total, examples: examples.map(({ text }) => text) };
  }
  if (kind === 'session') {
    const { sessions: total, examples, ...rest } = await client.call('session.previewPurge', { which });
    return { ...rest, total, examples: examples.map(({ task }) => task) };
  }
  const { lessons: total, examples, ...rest } = await client.call('reflection.previewPurge', { which });
  return { ...rest, total, examples: examples.map(({ taskDescription }) => taskDescription) };
}

/** What a purge would remove for good. */
export function purgePreview(client: Client, purged: Purged) {
  return queryOptions({
    queryKey: ['preview', 'purge', purged],
    queryFn: () => purgeFacts(client, purged),
    ...AS_READ,
  });
}

/**
 * Purges what was previewed with this digest. It does not run as a command, because commands go on the undo stack and a purge
 * cannot be undone.
 */
export function purgeNow(
  client: Client,
  { kind, which }: Purged,
  digest: string,
): Promise<Envelope<OutputOf<`${Purged['kind']}.purge`>>> {
  const once = { key: crypto.randomUUID() };
  if (kind === 'episode') return client.envelope('episode.purge', { which, digest }, once);
  if (kind === 'attempt') return client.envelope('attempt.purge', { which, digest }, once);
  if (kind === 'turn') return client.envelope('turn.purge', { which, digest }, once);
  if (kind === 'session') return client.envelope('session.purge', { which, digest }, once);
  return client.envelope('reflection.purge', { which, digest }, once);
}

/** What going back to the lesson as it was after a write would change. */
export function revertPreview(client: Client, version: InputOf<'reflection.previewRevert'>) {
  return queryOptions({
    queryKey: ['preview', 'revert', version],
    queryFn: () => client.call('reflection.previewRevert', version),
    ...AS_READ,
  });
}
