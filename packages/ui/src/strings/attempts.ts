import {
  type AttemptReward,
  type CheckVerdict,
  REWARD_PARTS,
  type ReflectionFlag,
  type StuckReason,
  shorten,
} from '@twicewise/contract';
import { count, duration, named, plural } from './numbers.ts';
import { endedSo } from './outcomes.ts';
import { transcriptProgram } from './programs.ts';

const KIND: Record<string, string> = {
  tests: 'Tests',
  unit_tests: 'Unit tests',
  integration_tests: 'Integration tests',
  type_check: 'Types',
  lint: 'Lint',
  compilation: 'Build',
  commit_hook: 'Commit hook',
  project_check: 'Project check',
  heuristic: 'Heuristic',
  external_api: 'External service',
  manual_review: 'Review',
  combined: 'Several checks',
};

const REASON: Record<StuckReason, string> = {
  declared: 'no progress, as its agent said',
  same_error: 'the same error each time',
  more_failures: 'more tests failed each time',
  back_and_forth: 'an edit made, undone, and made again',
  repeated_call: 'the same call failed again and again',
};

const FLAG: Record<ReflectionFlag, string> = {
  no_insights: 'it says nothing to do next',
  too_short: 'it is short',
  no_credit: 'it names no cause and no action that failed',
  overconfident: 'its author was sure, and the next attempt was no better',
};

/** A share between 0 and 1, with two digits. */
const share = (value: number) => String(Math.round(value * 100) / 100);

/** Texts of the attempts of a session. */
export const attempts = {
  loading: 'Loading attempts…',
  failed: 'Could not load attempts.',
  none: 'No attempt was recorded in this session.',
  allInBin: 'All attempts of this session are in the bin.',
  noneHint:
    'An attempt is what was changed, and the check that ran after it. Those of transcripts are found by rules; agents record theirs with attempt_record.',
  total: (total: number) => plural(total, 'attempt', 'attempts'),
  notAnalysed: 'Could not find where it was stuck.',
  ended: endedSo,
  more: 'Show more attempts',
  /** Which attempt at its task it is, over all sessions. */
  ordinal: (ordinal: number) => `#${count(ordinal)}`,
  ordinalHint: (ordinal: number) => `Attempt ${count(ordinal)} at this task, in all sessions of the project`,
  noStrategy: 'What was tried is not recorded',
  files: (value: number) => plural(value, 'file', 'files'),
  lines: (added: number, deleted: number) => `+${count(added)} −${count(deleted)}`,
  linesSpoken: (added: number, deleted: number) => `${count(added)} lines added, ${count(deleted)} deleted`,
  tokens: (value: number) => plural(value, 'token', 'tokens'),
  took: duration,
  followed: (value: number) => `${plural(value, 'lesson', 'lessons')} shown before`,
  unchecked: 'not checked',
  earlierChecks: (value: number) => `${plural(value, 'earlier check', 'earlier checks')},`,
  kind: (kind: string) => KIND[kind] ?? kind.replaceAll('_', ' '),
  counts: (passed: number | null, failed: number | null) =>
    [passed === null ? '' : `${count(passed)} passed`, failed === null || failed === 0 ? '' : `${count(failed)} failed`]
      .filter(Boolean)
      .join(', '),
  verdict: {
    pass: 'passed',
    fail: 'failed',
    error: 'could not run',
    skip: 'skipped',
    unknown: 'not known',
  } satisfies Record<CheckVerdict, string>,
  breakthrough: 'breakthrough',
  breakthroughHint: (after: number) =>
    `It succeeded after ${plural(after, 'attempt', 'attempts')} at this task that did not`,
  stuck: (place: number, of: number) => (of === 1 ? 'stuck' : `stuck, ${count(place)} of ${count(of)}`),
  stuckHint: {
    declared: 'Agents said that they made no progress',
    same_error: 'The same error came again after each of them',
    more_failures: 'More tests failed after each of them',
    back_and_forth: 'An edit was made, undone, and made again',
    repeated_call: 'The same call failed in the same way again and again, while nothing had changed',
  } satisfies Record<StuckReason, string>,
  stuckLabel: 'Where it was stuck',
  /** What held the session up, in a line. */
  stuckFor: (reason: StuckReason, of: number, what: string | null) =>
    `Stuck for ${plural(of, 'attempt', 'attempts')}: ${REASON[reason]}${what === null ? '' : `: ${shorten(what, 120)}`}`,
  /** That it came through, in a line. */
  cameThrough: (after: number) =>
    `Breakthrough: an attempt succeeded after ${plural(after, 'attempt', 'attempts')} at its task that did not`,
  toLadder: (of: number) => (of === 1 ? 'Show the attempt' : `Show the ${count(of)} attempts`),
  open: 'Details',
  close: 'Less',
  opened: (strategy: string) => `Details of: ${shorten(strategy, 80)}`,
  closed: (strategy: string) => `Less of: ${shorten(strategy, 80)}`,
  detail: {
    loading: 'Loading the attempt…',
    failed: 'Could not load the attempt.',
    outcome: 'Outcome',
    reward: 'Reward',
    changed: 'Changed',
    checks: 'Checks',
    errors: 'Errors',
    calls: 'Calls',
    reflection: 'Reflection',
    told: 'Lessons shown before',
    toldGone: 'a lesson no longer there',
    /** Whether it was acted on; null where nobody said. */
    acted: (actedOn: boolean | null) => {
      if (actedOn === null) return 'not known whether it was used';
      return actedOn ? 'used' : 'the agent did not say it used it';
    },
    actedHint: 'As the lesson says that the session stored next: it names those that it used',
    where: 'Source',
    found: (program: string, pointer: string) =>
      `found by rules in the transcript of ${transcriptProgram(program)}, ${pointer}`,
    recorded: (author: string) => `recorded by ${author}`,
    bytes: (bytes: string) => `output of ${bytes}, cut`,
    more: (value: number) => `and ${count(value)} more`,
  },
  /** How well it did, between 0 and 1, and how that is known. */
  reward: ({ value, source, measured, parts }: AttemptReward & { value: number }) => {
    const known = REWARD_PARTS.flatMap((part) => (parts[part] === null ? [] : [`${part} ${share(parts[part])}`]));
    const byChecks = measured === null ? '' : `${share(measured)} by its checks: ${known.join(', ')}`;
    if (source === 'measured') return byChecks;
    return [`${share(value)}, as its author said`, byChecks].filter(Boolean).join('; ');
  },
  /** What is weak in a reflection. */
  weak: (flags: readonly ReflectionFlag[]) => `A weak reflection: ${flags.map((flag) => FLAG[flag]).join('; ')}.`,
  remove: 'Delete',
  inBin: (value: number, atLeast: boolean) =>
    `${atLeast ? 'At least ' : ''}${plural(value, 'attempt', 'attempts')} of this session in the bin`,
  binFailed: 'Could not load the attempts in the bin.',
  binLabel: 'Attempts in the bin',
  restore: 'Restore',
  restoreOf: (strategy: string) => `Restore: ${shorten(strategy, 80)}`,
  done: {
    restored: (task: string) => named('Attempt restored', task),
    deleted: (task: string) => named('Attempt deleted', task),
  },
};
