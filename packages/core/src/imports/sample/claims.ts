// What agents said afterwards: of what led to what, and of lessons that they were shown.

/** An invented claim. */
export interface SampleClaim {
  projectId: string;
  agent: string;
  hoursAgo: number;
  stance: 'supports' | 'disputes';
  relation: 'causes' | 'prevents';
  from: { kind: string; text: string };
  to: { kind: string; text: string };
  note: string;
}

/** The claims of the sample, the oldest first. Their ends are decisions and events of its sessions. */
export const SAMPLE_CLAIMS: readonly SampleClaim[] = [
  {
    projectId: 'sample-web-shop',
    agent: 'cursor',
    hoursAgo: 1400,
    stance: 'supports',
    relation: 'prevents',
    from: { kind: 'decision', text: 'A unique index in the orders table' },
    to: { kind: 'error', text: 'Second charge after a reload while the first request runs' },
    note: 'No second charge in the two weeks since.',
  },
  {
    projectId: 'sample-web-shop',
    agent: 'codex',
    hoursAgo: 1100,
    stance: 'disputes',
    relation: 'causes',
    from: { kind: 'decision', text: 'Disable the button' },
    to: { kind: 'error', text: 'Second charge after a reload while the first request runs' },
    note: 'A reload charged twice before the button was touched, too.',
  },
  {
    projectId: 'sample-log-shipper',
    agent: 'codex',
    hoursAgo: 1000,
    stance: 'supports',
    relation: 'causes',
    from: { kind: 'decision', text: 'Reopen by path' },
    to: { kind: 'error', text: '40 lines lost: the tail of the old file is never read' },
    note: 'Seen again with the second rotation of the night.',
  },
  {
    projectId: 'sample-web-shop',
    agent: 'claude-code',
    hoursAgo: 250,
    stance: 'supports',
    relation: 'causes',
    from: { kind: 'decision', text: 'Wait a fixed five seconds for the stub' },
    to: { kind: 'error', text: 'Connection refused: the stub is not there yet' },
    note: 'The pipeline of the account pages failed in the same way.',
  },
  {
    projectId: 'sample-log-shipper',
    agent: 'claude-code',
    hoursAgo: 160,
    stance: 'disputes',
    relation: 'causes',
    from: { kind: 'decision', text: 'Compress batches of 512 lines' },
    to: { kind: 'error', text: 'Old gateways answer 415' },
    note: 'They refuse any encoding that they do not know, of single lines as well.',
  },
];

/** An invented judgement of a lesson. */
export interface SampleVerdict {
  /** Its `nativeId`. */
  lesson: string;
  verdict: 'helpful' | 'unhelpful' | 'harmful';
  note: string;
  agent: string;
  sessionId: string;
  hoursAgo: number;
}

/** The judgements of the sample, the oldest first. */
export const SAMPLE_VERDICTS: readonly SampleVerdict[] = [
  {
    lesson: 'sample-023',
    verdict: 'helpful',
    note: 'The tests for rotation come from it.',
    agent: 'claude-code',
    sessionId: 'sample-session-08',
    hoursAgo: 845,
  },
  {
    lesson: 'sample-065',
    verdict: 'harmful',
    note: 'With -parallelism=1 the apply took four hours and was throttled all the same.',
    agent: 'codex',
    sessionId: 'sample-session-18',
    hoursAgo: 678,
  },
  {
    lesson: 'sample-003',
    verdict: 'helpful',
    note: 'The same index keeps an order from being placed twice.',
    agent: 'claude-code',
    sessionId: 'sample-session-04',
    hoursAgo: 593,
  },
  {
    lesson: 'sample-042',
    verdict: 'unhelpful',
    note: 'True, but of another loader.',
    agent: 'cursor',
    sessionId: 'sample-session-13',
    hoursAgo: 760,
  },
  {
    lesson: 'sample-010',
    verdict: 'helpful',
    note: 'Green at the first try on the returns page.',
    agent: 'cursor',
    sessionId: 'sample-session-05',
    hoursAgo: 259,
  },
  {
    lesson: 'sample-044',
    verdict: 'harmful',
    note: 'The supplier sends ISO dates since May: the fixed format threw 900 rows away.',
    agent: 'codex',
    sessionId: 'sample-session-15',
    hoursAgo: 90,
  },
];
