import type { CausalRelation, Episode, EvidenceBasis } from '@twicewise/contract';
import { outcome } from './names.ts';
import { count, named } from './numbers.ts';

/** The words before the other item, by their relation: which item it resulted from, and which resulted from it. */
const backward: Record<CausalRelation, string> = {
  causes: 'Because of',
  enables: 'Made possible by',
  prevents: 'Prevented by',
  correlates: 'Goes along with',
  precedes: 'Came after',
};
const forward: Record<CausalRelation, string> = {
  causes: 'Led to',
  enables: 'Made possible',
  prevents: 'Prevented',
  correlates: 'Goes along with',
  precedes: 'Came before',
};

const basis: Record<EvidenceBasis, string> = {
  asserted_by_agent: 'an agent said so',
  asserted_by_human: 'a person said so',
  textual: 'by the words of the log',
  temporal: 'only the order in time is known',
  statistical: 'by counting',
};

const EVENT: Record<string, string> = {
  tool_call: 'Tool call',
  error: 'Error',
  milestone: 'Milestone',
  handoff: 'Handoff',
  commit: 'Commit',
  test: 'Test',
  artifact: 'Artifact',
  root_cause: 'Root cause',
  finding: 'Finding',
  blocker: 'Blocker',
  next_step: 'Next step',
  note: 'Note',
};

const METRIC: Record<string, string> = {
  duration_minutes: 'Minutes',
  tool_calls: 'Tool calls',
  errors: 'Errors',
  recoveries: 'Recoveries',
  commits: 'Commits',
  files_changed: 'Files changed',
  tests_passed: 'Tests passed',
  tests_failed: 'Tests failed',
  tests_skipped: 'Tests skipped',
};

/** A word that is not in our lists, in readable form. */
const spoken = (word: string) => word.replaceAll('_', ' ');

/** Texts of the open session. */
export const sessionRecord = {
  label: 'Session',
  nothing: 'No session open',
  loading: 'Loading the session…',
  gone: 'There is no such session.',
  failed: 'Could not load the session.',
  parts: 'Parts of the session',
  tabs: {
    timeline: 'Timeline',
    summary: 'Summary',
    attempts: 'Attempts',
    turns: 'Turns',
    decisions: 'Decisions',
    lessons: 'Lessons',
    told: 'Shown to agent',
    record: 'Details',
  },
  summary: {
    parts: {
      goal: 'Goal',
      progress: 'Progress',
      approach: 'Approach',
      known: 'Known',
      next: 'Next',
    },
    /** By name, where it is known. */
    written: (name: string | null) => (name === null ? 'not from the transcript' : `written by ${name}`),
    read: 'read from the transcript',
    asOf: 'As of',
    none: 'Nothing is known of where this session stands.',
    noneHint: 'An agent may note it, and the transcript of a session says it when it is read.',
    loading: 'Loading the summary…',
    failed: 'Could not load the summary.',
    versions: 'Versions',
    versionsFailed: 'Could not load versions.',
    versionsMore: 'Show older versions',
    kind: { undo: 'undone', redo: 'redone' },
    emptied: 'nothing left',
    same: 'The same as before.',
  },
  told: {
    none: 'Its agent was shown nothing.',
    noneHint: 'Each answer to its agent is listed here, with its tokens and what followed.',
    loading: 'Loading what its agent was shown…',
    failed: 'Could not load what its agent was shown.',
  },
  correct: 'Change outcome',
  correctTitle: 'Change outcome',
  was: (value: string) => `first recorded as ${value.toLowerCase()}`,
  deleted: 'In the bin since',
  native: (value: string) => `its source said “${value}”`,
  timeline: {
    none: 'Nothing that happened in it was recorded.',
    exact: (value: number) => `${count(value)} with an exact time`,
    day: (value: number) => `${count(value)} with a day only`,
    unknown: (value: number) => `${count(value)} without a time`,
    noTime: 'no time',
    noTimeHint: 'When is not recorded',
    dayHint: (day: string) => `${day}; the hour is not recorded`,
    decision: 'Decision',
    event: (type: string) => EVENT[type] ?? spoken(type),
    next: (value: number, left: number) => `Show the next ${count(value)} of ${count(left)} more`,
    inFull: 'The decision in full',
  },
  refs: {
    forward,
    backward,
    basis,
    more: (value: number) => `and ${count(value)} more`,
    lost: 'something no longer there',
    disputed: 'disputed',
    evidence: 'Who said so, when, and why',
  },
  decision: {
    none: 'No decision was recorded.',
    context: 'To decide',
    options: 'Options',
    rationale: 'Why',
    risks: 'Risks',
    outcome: 'Outcome',
    effects: 'Effects',
    causes: 'Caused by',
    besides: 'Besides',
    confidence: 'Confidence',
    chosen: 'chosen',
    toTimeline: 'Show in the timeline',
  },
  lessons: {
    own: 'Lessons in its log',
    ownNone: 'The log names no lesson.',
    stored: 'Lessons stored in this session',
    storedNone: 'No lesson was stored in this session.',
    loading: 'Loading lessons…',
    failed: 'Could not load lessons.',
    all: (total: number) => `Show ${total === 1 ? 'it' : `all ${count(total)}`} in Lessons`,
  },
  facts: {
    metrics: 'Metrics',
    notMeasured: 'not measured',
    metric: (name: string) => METRIC[name] ?? spoken(name),
    memories: 'Other memories',
    provenance: 'Provenance',
    happened: 'Happened',
    notKnown: 'not recorded',
    rules: 'Rules',
    rule: (version: number) => `read by version ${count(version)} of the rules`,
    noRule: 'written by its author, not read by rules',
  },
  done: {
    corrected: (to: Episode['outcome'], title: string) => named(`Outcome is ${outcome[to].toLowerCase()}`, title),
  },
};
