import { existsSync } from 'node:fs';
import {
  AppError,
  type Backup,
  counted,
  type InputOf,
  type OutputOf,
  PRODUCT,
  SETTING_NAMES,
  type SettingKey,
} from '@twicewise/contract';
import {
  connection,
  countRows,
  createBackup,
  isSampleLoaded,
  listBackups,
  lookIntoBackup,
  putInPlace,
  readOnlyError,
  readRecord,
  readSettings,
  requireBackup,
  setAside,
} from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';
import { read, task, write } from '../runtime/define-handler.ts';
import type { HandlersOf, TaskContext } from '../runtime/handler.ts';
import { refuseGuarded } from '../runtime/person-only.ts';
import { VECTORS } from '../vectors/vectors.ts';

const NOTHING = { projects: 0, sessions: 0, reflections: 0, episodes: 0, operations: 0 };

/** Size of the database: pages times page size. Includes the WAL and free pages, and needs no file system access. */
function databaseBytes(services: TaskContext['services']): number {
  const raw = connection(services.db());
  return (raw.pragma('page_count', { simple: true }) as number) * (raw.pragma('page_size', { simple: true }) as number);
}

async function status({ services }: TaskContext) {
  const health = services.health();
  const open = health.state === 'ready' || health.state === 'read_only';
  const facts = await services.hostFacts();
  return {
    product: PRODUCT.name,
    version: PRODUCT.version,
    pid: facts.pid,
    epoch: facts.epoch,
    revision: services.revision(),
    startedAt: facts.startedAt,
    dataFolder: facts.dataFolder,
    databaseBytes: open ? databaseBytes(services) : 0,
    schemaVersion: services.schemaVersion(),
    store: health,
    counts: open ? countRows(services.db()) : NOTHING,
    sample: open && isSampleLoaded(services.db()),
    vectors: services.part(VECTORS).status(),
    connectCommand: facts.connectCommand ?? null,
    connections: facts.connections,
    lastBackup: listBackups(services.paths)[0] ?? null,
    lastCheck: services.lastCheck(),
    clockSetBack: services.clockSetBack(),
  };
}

const nameOfSetting = (key: SettingKey): string => SETTING_NAMES[key];

function setSettings(changes: Partial<Record<SettingKey, unknown>>, context: WriteContext) {
  const keys = Object.keys(changes) as SettingKey[];
  refuseGuarded(context.caller, keys);
  for (const [key, value] of Object.entries(changes)) {
    if (readRecord(context.db, 'setting', key)) context.record.update('setting', key, { value });
    else context.record.create('setting', key, { key, value });
  }
  const summary = `Changed settings: ${keys.map(nameOfSetting).join(', ')}`;
  const operationId = context.record.finish({ name: 'settings.set', summary });
  return { settings: readSettings(context.db), operationId };
}

async function previewBackup(services: TaskContext['services'], name: string): Promise<OutputOf<'backup.preview'>> {
  const { state } = services.health();
  const isOpen = state === 'ready' || state === 'read_only';
  const found = lookIntoBackup(services.paths, name);
  const { total, problems } = await services.backups.of(found.backup);
  return { ...found, now: isOpen ? countRows(services.db()) : null, total, problems };
}

/** Refuses to write into a data folder of which only a copy is read. */
function refuseReadOnly(services: TaskContext['services']): void {
  if (services.health().state === 'read_only') throw readOnlyError();
}

/** Refuses to restore a backup that fails its check, unless the person accepts that. */
async function refuseProblems(services: TaskContext['services'], backup: Backup): Promise<void> {
  const { ok, total, problems } = await services.backups.of(backup);
  if (ok) return;
  throw new AppError({
    code: 'refused',
    reason: 'damaged',
    message: `This backup does not pass the full check (${counted(total, 'problem')}, first: ${problems[0]}); the memory was not changed.`,
    hint: 'Choose another backup (backup.recommend names the newest that passes), or restore this one all the same (backup.restore with acceptProblems: true).',
  });
}

async function restore({ services }: TaskContext, { name, acceptProblems }: InputOf<'backup.restore'>) {
  refuseReadOnly(services);
  const backup = requireBackup(services.paths, name);
  if (!acceptProblems) await refuseProblems(services, backup);
  let before: Backup | null = null;
  // Made on this thread, although it blocks everyone: a write acknowledged after a copy made elsewhere would be lost.
  const keep = () => {
    if (services.health().state !== 'ready') return;
    before = createBackup(services.db(), services.paths, 'restore', services.now());
  };
  const swap = () => {
    // A file that could not be opened (newer, foreign) could not be copied either. It is moved aside whole, not overwritten.
    if (before === null && existsSync(services.paths.database)) setAside(services.paths, services.now());
    putInPlace(services.paths, backup);
  };
  await services.reopen(swap, { closing: keep });
  return { restored: backup, before };
}

async function startEmpty({ services }: TaskContext) {
  if (services.health().state !== 'damaged') {
    throw new AppError({
      code: 'refused',
      message: 'The memory is not damaged, so it is not replaced by an empty one.',
      hint: 'To begin anew, start Twicewise with another --data folder.',
    });
  }
  await services.reopen(() => {}, { startEmpty: true });
  return { store: services.health() };
}

export const hostHandlers: HandlersOf<
  | 'host.status'
  | 'host.check'
  | 'settings.get'
  | 'settings.set'
  | 'backup.list'
  | 'backup.create'
  | 'backup.preview'
  | 'backup.recommend'
  | 'backup.restore'
  | 'store.startEmpty'
> = {
  'host.status': task((_input, context) => status(context)),
  'host.check': task(async (_input, { services }) => {
    services.db();
    const result = await services.secondThread.check();
    services.noteCheck(result);
    return result;
  }),
  'settings.get': read((_input, { db }) => ({ settings: readSettings(db) })),
  'settings.set': write(({ changes }, context) => setSettings(changes, context)),
  'backup.list': task((_input, { services }) => ({ items: listBackups(services.paths) })),
  'backup.create': task(async (_input, { services }) => {
    services.db();
    refuseReadOnly(services);
    const backup = await services.secondThread.backup('request');
    services.announce({ store: [] });
    return { backup };
  }),
  'backup.recommend': task((_input, { services }) => services.backups.recommend()),
  'backup.preview': task(({ name }, { services }) => previewBackup(services, name)),
  'backup.restore': task((input, context) => restore(context, input)),
  'store.startEmpty': task((_input, context) => startEmpty(context)),
};
