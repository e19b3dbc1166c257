import type { SampleEpisode } from './episode.ts';
import { LATE_EPISODES } from './late-episodes.ts';

// What happened in some sessions of the sample, and where they stood: an episode each, with decisions, errors and what led to what.

const CHARGED_TWICE: SampleEpisode = {
  sessionId: 'sample-session-01',
  branch: 'fix/double-charge',
  task: 'Stop customers from being charged twice when they press Pay again',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 5,
      type: 'design',
      context: 'A customer who presses Pay twice is charged twice',
      options: ['Disable the button', 'An idempotency key on the server'],
      chosen: 'Disable the button',
      rationale: 'One line, and it can be shipped today.',
      outcome: 'failure',
    },
    {
      id: 'd002',
      minutes: 110,
      type: 'design',
      context: 'Two server instances must know that it is the same payment',
      options: ['Keep the key in memory', 'A unique index in the orders table'],
      chosen: 'A unique index in the orders table',
      rationale: 'Only the database is shared by both instances.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 40, type: 'error', content: 'Second charge after a reload while the first request runs' },
    { id: 'e002', minutes: 100, type: 'error', content: 'The key is unknown to the other server instance' },
    { id: 'e003', minutes: 163, type: 'test', content: '21 passed: one charge per cart, each payment sent five times' },
    { id: 'e004', minutes: 168, type: 'commit', content: 'fix: one charge per cart' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e001', 'd002'],
    ['d002', 'e003'],
  ],
  summaries: [
    {
      progress: 'The button is disabled; a reload still charges twice',
      known: null,
      next: 'Make the endpoint idempotent',
    },
    {
      progress: 'One charge per cart, 21 tests pass',
      known: 'The browser cannot tell that two payments are the same one',
      next: 'Give every command that costs money a key',
    },
  ],
};

const ROTATION: SampleEpisode = {
  sessionId: 'sample-session-06',
  branch: 'fix/rotation',
  task: 'Do not lose lines when the file is rotated while we read it',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 8,
      type: 'implementation',
      context: 'The file gets another name while it is read',
      options: ['Reopen by path', 'Drain the old handle first'],
      chosen: 'Reopen by path',
      rationale: 'The event names the path.',
      outcome: 'failure',
    },
    {
      id: 'd002',
      minutes: 170,
      type: 'design',
      context: 'Two files had the same name within a second',
      options: ['Compare names', 'Compare device and inode'],
      chosen: 'Compare device and inode',
      rationale: 'A name can be given away; an inode stays as long as somebody has the file open.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 40, type: 'error', content: '40 lines lost: the tail of the old file is never read' },
    { id: 'e002', minutes: 160, type: 'error', content: 'Position beyond the end after copytruncate' },
    { id: 'e003', minutes: 222, type: 'test', content: '3,000 rounds of rotation: 0 lines lost, 0 doubled' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e002', 'd002'],
    ['d002', 'e003'],
  ],
  summaries: [
    {
      progress: 'Rename works, copytruncate loses its position',
      known: 'After a rename the path names another file',
      next: 'Compare the size with the position',
    },
    { progress: 'All three ways of rotation pass 1,000 rounds each', known: null, next: 'Fuzz the line splitter' },
  ],
};

const EXPORT: SampleEpisode = {
  sessionId: 'sample-session-11',
  branch: 'load-export',
  task: 'Load the 40 GB export without running out of memory',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 4,
      type: 'implementation',
      context: 'The export has 40 GB, the worker 32',
      options: ['Read it whole', 'Read it in chunks', 'Stream it with a schema'],
      chosen: 'Read it whole',
      rationale: 'The notebook of last year did so.',
      outcome: 'failure',
    },
    {
      id: 'd002',
      minutes: 175,
      type: 'design',
      context: 'The types that are guessed of each chunk differ',
      options: ['Cast afterwards', 'Give the schema'],
      chosen: 'Give the schema',
      rationale: 'What is written down once need not be guessed forty times.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 40, type: 'error', content: 'Killed at 31 GB' },
    {
      id: 'e002',
      minutes: 160,
      type: 'error',
      content: 'The parquet writer refuses the second chunk: int64 is not double',
    },
    { id: 'e003', minutes: 283, type: 'milestone', content: 'Loaded in 14 minutes with 1.1 GB' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e002', 'd002'],
    ['d002', 'e003'],
  ],
  summaries: [
    { progress: 'Chunks keep memory at 900 MB', known: null, next: 'Give the writer a schema' },
    { progress: 'Loaded in 14 minutes with 1.1 GB', known: 'Guessed types differ from chunk to chunk', next: null },
  ],
};

const REMOTE_STATE: SampleEpisode = {
  sessionId: 'sample-session-16',
  branch: 'remote-state',
  task: 'Move the state to a remote backend',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 50,
      type: 'recovery',
      context: 'One state has overwritten the other',
      options: ['Import every resource again', 'Restore the version of before'],
      chosen: 'Restore the version of before',
      rationale: 'The bucket keeps versions.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 30, type: 'error', content: 'Two laptops migrated at once: one state overwrote the other' },
    { id: 'e002', minutes: 222, type: 'test', content: 'A second apply waits for the lock' },
  ],
  causes: [['e001', 'd001']],
  summaries: [
    {
      progress: 'State restored, lock on',
      known: 'A bucket alone stops no second writer',
      next: 'Forbid local applies',
    },
  ],
};

/** The records of sessions that the sample has. */
export const SAMPLE_EPISODES: readonly SampleEpisode[] = [
  EXPORT,
  CHARGED_TWICE,
  ROTATION,
  REMOTE_STATE,
  ...LATE_EPISODES,
];
