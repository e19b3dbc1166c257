import type { OutputOf } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

/** The state of the memory, and what can be done if there is a problem. */
export const store = {
  title: {
    ready: 'The memory is healthy',
    read_only: 'The memory is read-only',
    damaged: 'The memory is damaged',
    newer_schema: 'The memory is from a newer version',
    foreign_file: 'This is not a memory',
    migration_failed: 'The memory could not be upgraded',
    disk_full: 'The disk is full',
  },
  setAside: 'The damaged file was set aside, untouched:',
  backups: 'Restore a backup',
  restoreSure: (moment: string) => `Replace the memory with the backup of ${moment}?`,
  startEmpty: 'Start with an empty memory',
  startEmptySure: 'Start empty? The damaged file stays where it is.',
};

type Preview = OutputOf<'backup.preview'>;

/** How many more or fewer lessons there would be. */
function difference(then: number, now: number): string {
  if (then === now) return ', as many as now';
  return `, ${count(Math.abs(then - now))} ${then < now ? 'fewer' : 'more'} than now`;
}

/** Texts for backups of the memory. */
export const backups = {
  cause: {
    scheduled: 'on schedule',
    rescue: 'files were taken away',
    migration: 'before an upgrade',
    restore: 'before a restore',
    request: 'by request',
  },
  recommended: 'newest intact one',
  folder: 'Their files are in',
  now: 'Back up now',
  running: 'Backing up…',
  looking: 'Checking the backup…',
  holds: (moment: string, { holds, now, total }: Preview) =>
    `The backup of ${moment} holds ${plural(holds.reflections, 'lesson', 'lessons')}${now ? difference(holds.reflections, now.reflections) : ''}.${total > 0 ? ` The full check finds ${plural(total, 'problem', 'problems')} in it.` : ''} Replace the memory with it?${now ? ' You can undo this.' : ''}`,
};

/** Where the memory is, and its state. */
export const data = {
  title: 'Data',
  text: 'Everything is in one folder on this machine. Nothing leaves it.',
  textWithServer: 'Everything is in one folder on this machine. Texts go to the server of search by meaning, below.',
  loading: 'Asking the host…',
  failed: 'The host did not answer.',
  folder: 'Folder',
  size: 'Database',
  state: 'State',
  counts: 'Holds',
  clock: 'Clock',
  clockSetBack: (now: string, before: string) =>
    `It says ${now} now, but records were written at ${before}. Those keep that time.`,
  lastBackup: 'Last backup',
  lastCheck: 'Last check',
  checkNow: 'Check now',
  checking: 'Checking…',
  checked: (value: number) =>
    `Memory checked: ${value === 0 ? 'no problems' : `${plural(value, 'problem', 'problems')}, named on Data`}`,
  checkOk: 'no problems',
  checkProblems: (value: number) => plural(value, 'problem', 'problems'),
  checkMore: (value: number) => `and ${plural(value, 'more', 'more')}`,
  never: 'never',
  backups: 'Backups',
  backupsText: 'Verified copies. A restore makes a backup of what was there before, so it can be undone.',
  noBackups: 'No backup yet.',
  host: 'Host',
  version: (version: string, schema: number) => `version ${version}, schema ${schema}`,
  process: (pid: number) => `process ${pid}`,
  since: 'started',
  connected: 'Connected now',
  unnamed: 'An agent that has not called yet',
  nobody: 'Nobody but this window.',
  lessons: (value: number) => plural(value, 'lesson', 'lessons'),
  rejected: (value: number) => `${count(value)} rejected`,
  sessions: (value: number) => plural(value, 'session', 'sessions'),
  /** Sessions that the list leaves out. */
  unlisted: (value: number) => `${count(value)} more without attempts or in the bin`,
  recorded: (value: number) => `${count(value)} with a log`,
  projects: (value: number) => plural(value, 'project', 'projects'),
};
