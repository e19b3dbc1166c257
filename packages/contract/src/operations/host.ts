import * as z from 'zod';
import { operationId } from '../domain/ids.ts';
import { settingChanges, settings } from '../domain/settings.ts';
import { instant } from '../domain/time.ts';
import { command, query } from './define.ts';

/** How many of each a memory holds; deleted lessons are not counted. */
const counts = z.object({
  projects: z.int(),
  sessions: z.int(),
  reflections: z.int(),
  episodes: z.int(),
  operations: z.int(),
});

/** A verified copy of the whole memory. */
export const backup = z.object({
  name: z.string(),
  path: z.string(),
  bytes: z.int(),
  createdAt: instant,
  /**
   * Why it was made: on schedule, before a migration or a restore, by request, or because the files of the memory were deleted.
   */
  cause: z.enum(['scheduled', 'migration', 'restore', 'request', 'rescue']),
});
/** See {@link backup}. */
export type Backup = z.infer<typeof backup>;

/** State of the store: `ready` accepts reads and writes, `read_only` only reads; the others refuse with advice. */
export const storeHealth = z.object({
  state: z.enum(['ready', 'read_only', 'damaged', 'newer_schema', 'foreign_file', 'migration_failed']),
  message: z.string(),
  hint: z.string(),
  /** Where a damaged file was moved to, unchanged. */
  setAside: z.string().nullable(),
});
/** See {@link storeHealth}. */
export type StoreHealth = z.infer<typeof storeHealth>;

/** Problems that a full check found. */
const problems = {
  total: z.int().describe('Problems in all, also those that are not named'),
  problems: z.array(z.string()).describe('At most 20, what has been altered first'),
};

/**
 * State of the vectors: `off` without a model. In every other state except `ready`, search uses the vectors that exist, from this
 * model or the one before, and otherwise words.
 */
const vectors = z.object({
  state: z.enum(['off', 'unavailable', 'filling', 'paused', 'unreachable', 'ready']),
  message: z.string(),
  hint: z.string(),
  provider: z.enum(['builtin', 'ollama', 'openai']).nullable().describe('What computes them; null for nothing'),
  model: z.string().nullable().describe('The model that is set'),
  serving: z.string().nullable().describe('The model whose vectors take part in search'),
  done: z.int().describe('Lessons with a vector of the model that is set'),
  total: z.int().describe('Lessons that are to have one'),
});

/** Operations on the host: where the data is and its state, settings, backups, checks. */
export const hostOperations = {
  'host.status': query(
    'Where the data is, how big, how healthy, and who is connected.',
    z.strictObject({}),
    z.object({
      product: z.string(),
      version: z.string(),
      pid: z.int(),
      /** Differs for every host process. A client that sees a new value reloads everything. */
      epoch: z.string(),
      revision: z.int().describe('Of the newest change event'),
      startedAt: instant,
      dataFolder: z.string(),
      connectCommand: z.string().nullable().describe('What an agent launches to use this memory, for a shell'),
      databaseBytes: z.int(),
      schemaVersion: z.int(),
      store: storeHealth,
      counts,
      sample: z.boolean().describe('The sample is loaded (import.sample)'),
      connections: z.array(
        z.object({ door: z.string(), client: z.string().nullable(), project: z.string().nullable(), since: instant }),
      ),
      vectors,
      lastBackup: backup.nullable(),
      lastCheck: z.object({ at: instant, ok: z.boolean(), ...problems }).nullable(),
      clockSetBack: z
        .object({ from: instant.describe('Newest record until then'), to: instant.describe('The clock since') })
        .nullable()
        .describe('The clock was behind the newest record by over 5 minutes: records from before keep a later time'),
    }),
  ),
  'host.check': query(
    'Check the whole database: structure, foreign keys, and that every record can be read. Slow on a large memory.',
    z.strictObject({}),
    z.object({ ok: z.boolean(), ...problems, milliseconds: z.number(), rows: z.int() }),
  ),
  'settings.get': query('All settings, defaults filled in.', z.strictObject({}), z.object({ settings })),
  'settings.set': command(
    'Change settings; those not named stay.',
    z.strictObject({ changes: settingChanges }),
    z.object({ settings, operationId: operationId.nullable() }),
  ),
  'backup.list': query('Backups, the newest first.', z.strictObject({}), z.object({ items: z.array(backup) })),
  'backup.create': command('Make a verified backup now.', z.strictObject({}), z.object({ backup })),
  'backup.recommend': query(
    'The newest backup that passes the full check, and the newer ones that do not. Slow on a large memory: each is read whole.',
    z.strictObject({}),
    z.object({
      backup: backup.nullable().describe('Null when none passes'),
      passedOver: z.array(z.object({ backup, ...problems })),
    }),
  ),
  'backup.preview': query(
    'What a backup holds, beside what the memory holds now, and what the full check says of it: to be looked at before it is restored.',
    z.strictObject({ name: z.string().max(256) }),
    z.object({
      backup,
      holds: counts,
      now: counts.nullable().describe('Null while the memory cannot be read'),
      ...problems,
    }),
  ),
  'backup.restore': command(
    'Replace the memory by a backup. What was there before becomes a backup itself, so this can be undone.',
    z.strictObject({
      name: z.string().max(256),
      acceptProblems: z
        .boolean()
        .default(false)
        .describe('Also one that does not pass the full check, as long as it can be opened'),
    }),
    z.object({ restored: backup, before: backup.nullable() }),
  ),
  'store.startEmpty': command(
    'Begin with an empty memory after a damaged file was set aside. Refused while the memory is healthy.',
    z.strictObject({}),
    z.object({ store: storeHealth }),
  ),
};
