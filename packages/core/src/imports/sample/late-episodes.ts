import type { SampleDecision, SampleEpisode } from './episode.ts';

// Later sessions of the sample. Some of them go through what an earlier one went through, in the same words, so that the map of causes
// has evidence from more than one session.

/** The two ways to wait for a stub, which two sessions tried in this order. */
const waited = (first: number, second: number): SampleDecision[] => [
  {
    id: 'd001',
    minutes: first,
    type: 'implementation',
    context: 'The tests begin before the stub of the payment gateway listens',
    options: ['Wait a fixed five seconds for the stub', 'Wait for the health endpoint'],
    chosen: 'Wait a fixed five seconds for the stub',
    rationale: 'It took two seconds on the laptop.',
    outcome: 'failure',
  },
  {
    id: 'd002',
    minutes: second,
    type: 'design',
    context: 'A busy runner takes longer than any time that we choose',
    options: ['Wait longer', 'Wait for the health endpoint'],
    chosen: 'Wait for the health endpoint',
    rationale: 'It is there when the stub is there, on any machine.',
    outcome: 'success',
  },
];
const REFUSED = 'Connection refused: the stub is not there yet';
const GREEN = 'The end-to-end tests pass ten times in a row';

const CHECKOUT_IN_CI: SampleEpisode = {
  sessionId: 'sample-session-03',
  branch: 'ci/checkout-e2e',
  task: 'Get the end-to-end tests of the checkout green in CI',
  outcome: 'success',
  decisions: waited(12, 75),
  events: [
    { id: 'e001', minutes: 35, type: 'error', content: REFUSED },
    { id: 'e002', minutes: 160, type: 'test', content: GREEN },
    { id: 'e003', minutes: 164, type: 'commit', content: 'ci: hand the address of the stub to the app' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e001', 'd002'],
    ['d002', 'e002'],
  ],
  summaries: [
    { progress: 'Fails in one of three runs', known: 'It is the stub, not the checkout', next: 'Wait for its health' },
    { progress: 'Green in CI', known: 'Never wait for time', next: null },
  ],
};

const SLOW_SINK: SampleEpisode = {
  sessionId: 'sample-session-07',
  branch: 'fix/slow-sink',
  task: 'Survive a sink that is slower than the source',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 6,
      type: 'implementation',
      context: 'The reader must not wait for the sink',
      options: ['An unbounded channel', 'A channel of 1,024 slots'],
      chosen: 'An unbounded channel',
      rationale: 'The sink is hardly ever slow.',
      outcome: 'failure',
    },
    {
      id: 'd002',
      minutes: 80,
      type: 'design',
      context: 'What is read must be kept while the sink is away',
      options: ['A file of our own', 'A channel of 1,024 slots'],
      chosen: 'A channel of 1,024 slots',
      rationale: 'The log file is the buffer already: the reader can wait.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 44, type: 'error', content: '6 GB of memory after ten minutes of outage' },
    { id: 'e002', minutes: 160, type: 'test', content: 'Memory stays at 38 MB through an outage of two hours' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e001', 'd002'],
    ['d002', 'e002'],
  ],
  summaries: [
    { progress: 'Memory is bounded at 38 MB', known: 'Every queue needs a bound', next: 'Retries of failed batches' },
  ],
};

const DRILL: SampleEpisode = {
  sessionId: 'sample-session-19',
  branch: 'ops/restore-drill',
  task: 'Restore the database from backup as a drill',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 50,
      type: 'recovery',
      context: 'The newest backup cannot be restored',
      options: ['Wait for the next night', 'Take the backup of Saturday'],
      chosen: 'Take the backup of Saturday',
      rationale: 'A drill with an old backup is still a drill.',
      outcome: 'partial',
    },
    {
      id: 'd002',
      minutes: 150,
      type: 'design',
      context: 'Nobody sees when a backup is empty',
      options: ['Watch the size', 'Restore every backup the moment it is made'],
      chosen: 'Restore every backup the moment it is made',
      rationale: 'Only a restore says whether there is a backup.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 8, type: 'error', content: 'The disk of the backups is full' },
    { id: 'e002', minutes: 21, type: 'error', content: 'The backup of Sunday is 0 bytes' },
    { id: 'e003', minutes: 280, type: 'test', content: 'Last night’s backup is restored in 23 minutes' },
  ],
  causes: [
    ['e001', 'e002'],
    ['e002', 'd001'],
    ['e002', 'd002'],
    ['d002', 'e003'],
  ],
  summaries: [
    { progress: 'The backup of Saturday is restored', known: null, next: 'Restore each night' },
    { progress: 'Each backup is restored once made', known: 'It takes 23 minutes', next: 'Write it into the runbook' },
  ],
};

const RETURNS_IN_CI: SampleEpisode = {
  sessionId: 'sample-session-05',
  branch: 'ci/returns-e2e',
  task: 'Get the end-to-end tests of the returns page green in CI, then upgrade the router',
  outcome: 'partial',
  decisions: [
    ...waited(4, 18),
    {
      id: 'd003',
      minutes: 95,
      type: 'implementation',
      context: 'The router has a new major version',
      options: ['All routes in one commit', 'One folder at a time'],
      chosen: 'All routes in one commit',
      rationale: 'Two versions at once would be harder to read.',
      outcome: 'failure',
    },
    {
      id: 'd004',
      minutes: 190,
      type: 'recovery',
      context: 'Nobody can tell which of the errors matter',
      options: ['Fix them one by one', 'One folder at a time'],
      chosen: 'One folder at a time',
      rationale: 'Each step can be checked and shipped.',
      outcome: 'partial',
    },
  ],
  events: [
    { id: 'e001', minutes: 11, type: 'error', content: REFUSED },
    { id: 'e002', minutes: 43, type: 'test', content: GREEN },
    { id: 'e003', minutes: 160, type: 'error', content: '61 type errors after the upgrade' },
    { id: 'e004', minutes: 340, type: 'milestone', content: 'The shop and account pages are moved' },
    { id: 'e005', minutes: 344, type: 'error', content: 'Nested loaders of the back office run twice' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e001', 'd002'],
    ['d002', 'e002'],
    ['d003', 'e003'],
    ['e003', 'd004'],
    ['d004', 'e004'],
    ['d004', 'e005'],
  ],
  summaries: [
    { progress: 'The returns tests are green', known: null, next: 'The router' },
    {
      progress: 'Two of three folders are moved',
      known: 'Loaders of the back office run twice',
      next: 'Look at those loaders alone',
    },
  ],
};

const COMPRESSION: SampleEpisode = {
  sessionId: 'sample-session-10',
  branch: 'zstd-sink',
  task: 'Add zstd compression to the HTTP sink',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 5,
      type: 'implementation',
      context: 'Lines are sent one after the other',
      options: ['Compress each line alone', 'Compress batches of 512 lines'],
      chosen: 'Compress each line alone',
      rationale: 'The sender need not change.',
      outcome: 'failure',
    },
    {
      id: 'd002',
      minutes: 50,
      type: 'design',
      context: 'A line is too short for a dictionary',
      options: ['A dictionary made beforehand', 'Compress batches of 512 lines'],
      chosen: 'Compress batches of 512 lines',
      rationale: 'Batches are there already, for the retries.',
      outcome: 'success',
    },
    {
      id: 'd003',
      minutes: 130,
      type: 'recovery',
      context: 'Some gateways cannot be updated',
      options: ['A setting for each sink', 'Fall back to gzip after the first 415'],
      chosen: 'Fall back to gzip after the first 415',
      rationale: 'Nobody has to know which gateway is how old.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 42, type: 'error', content: 'The compressed log is larger than the original' },
    { id: 'e002', minutes: 100, type: 'milestone', content: 'Nine times smaller' },
    { id: 'e003', minutes: 104, type: 'error', content: 'Old gateways answer 415' },
    { id: 'e004', minutes: 222, type: 'test', content: 'Old and new gateways take every batch' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e001', 'd002'],
    ['d002', 'e002'],
    ['d002', 'e003'],
    ['e003', 'd003'],
    ['d003', 'e004'],
  ],
  summaries: [
    { progress: 'Batches are nine times smaller', known: 'Old gateways refuse zstd', next: 'Fall back to gzip' },
    { progress: 'Every gateway takes the batches', known: null, next: 'Say the encoding in the status' },
  ],
};

const FROZEN_CLOCK: SampleEpisode = {
  sessionId: 'sample-session-15',
  branch: 'fix/hourly-window-test',
  task: 'Fix the flaky test of the hourly window',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 3,
      type: 'implementation',
      context: 'The test fails when the hour ends while it runs',
      options: ['Freeze the clock in the test', 'Pass the moment in as an argument'],
      chosen: 'Freeze the clock in the test',
      rationale: 'No code outside the tests has to change.',
      outcome: 'failure',
    },
    {
      id: 'd002',
      minutes: 50,
      type: 'design',
      context: 'The job runs in a process of its own',
      options: ['Freeze both clocks', 'Pass the moment in as an argument'],
      chosen: 'Pass the moment in as an argument',
      rationale: 'Then nothing below main reads the clock at all.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 40, type: 'error', content: 'The subprocess has a clock of its own' },
    { id: 'e002', minutes: 102, type: 'test', content: '10,000 runs without a failure' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e001', 'd002'],
    ['d002', 'e002'],
  ],
  summaries: [{ progress: '10,000 runs without a failure', known: 'Code that reads the clock is flaky', next: null }],
};

const SLOW_DEPLOYS: SampleEpisode = {
  sessionId: 'sample-session-20',
  branch: 'ci/faster-deploys',
  task: 'Find why deploys take 25 minutes',
  outcome: 'success',
  decisions: [
    {
      id: 'd001',
      minutes: 4,
      type: 'implementation',
      context: 'A deploy takes 25 minutes',
      options: ['Take a larger runner', 'Take the times of each step'],
      chosen: 'Take a larger runner',
      rationale: 'It is one line.',
      outcome: 'failure',
    },
    {
      id: 'd002',
      minutes: 50,
      type: 'design',
      context: 'The runner is not what is slow',
      options: ['Cache more', 'Take the times of each step'],
      chosen: 'Take the times of each step',
      rationale: 'Guessing has cost an hour.',
      outcome: 'success',
    },
    {
      id: 'd003',
      minutes: 85,
      type: 'implementation',
      context: 'Dependencies are installed again whenever a source changes',
      options: ['A base image', 'Order the layers by how often they change'],
      chosen: 'Order the layers by how often they change',
      rationale: 'It needs no second image to look after.',
      outcome: 'success',
    },
  ],
  events: [
    { id: 'e001', minutes: 42, type: 'error', content: 'Deploys still take 24 minutes' },
    { id: 'e002', minutes: 75, type: 'error', content: 'Every image layer is built again each time' },
    { id: 'e003', minutes: 162, type: 'milestone', content: 'Deploys take 7 minutes' },
    { id: 'e004', minutes: 166, type: 'commit', content: 'build: dependencies before sources' },
  ],
  causes: [
    ['d001', 'e001'],
    ['e001', 'd002'],
    ['d002', 'e002'],
    ['e002', 'd003'],
    ['d003', 'e003'],
  ],
  summaries: [
    {
      progress: '18 of 25 minutes go into image layers',
      known: 'The runner is fast enough',
      next: 'Reorder the layers',
    },
    { progress: 'Deploys take 7 minutes', known: null, next: 'The nightly plan' },
  ],
};

/** See above. */
export const LATE_EPISODES: readonly SampleEpisode[] = [
  CHECKOUT_IN_CI,
  SLOW_SINK,
  DRILL,
  RETURNS_IN_CI,
  COMPRESSION,
  FROZEN_CLOCK,
  SLOW_DEPLOYS,
];
