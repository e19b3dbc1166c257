/** The states of the memory, and the ways out of those in which it cannot be read. */
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
  restoreSure: 'Replace the memory by this backup?',
  startEmpty: 'Start with an empty memory',
  startEmptySure: 'Start empty? The damaged file stays where it is.',
};

/** Copies of the memory. */
export const backups = {
  cause: {
    scheduled: 'on schedule',
    migration: 'before an upgrade',
    restore: 'before a restore',
    request: 'by request',
  },
  recommended: 'newest sound one',
  now: 'Back up now',
  running: 'Backing up…',
};
