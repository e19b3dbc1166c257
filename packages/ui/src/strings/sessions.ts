import {
  type CausalRelation,
  type Episode,
  type EpisodeFacetName,
  type EpisodePart,
  type EvidenceBasis,
  PRODUCT,
} from '@twicewise/contract';
import { outcome } from './names.ts';
import { count, named, plural } from './numbers.ts';

/** Texts of the screen Sessions. */
export const sessions = {
  label: 'Sessions',
  binLabel: 'Sessions in the bin',
  total: (total: number) => plural(total, 'session', 'sessions'),
  bestFirst: 'best match first',
  inBin: (total: number) => `${plural(total, 'session', 'sessions')} in the bin`,
  loading: 'Loading sessions…',
  failed: 'Could not load sessions.',
  noMatch: 'No session matches these filters.',
  noWords: 'No session has all of these words.',
  noneInProject: 'No session of this project is recorded yet.',
  none: 'No session is recorded.',
  binEmpty: 'The bin is empty.',
  binEmptyHint: 'Deleted sessions stay here until you restore or purge them.',
  toList: 'Back to sessions',
  search: 'Words in tasks, decisions, events, lessons',
  searchHint: 'Find in sessions',
  clearSearch: 'Clear the words',
  since: 'From',
  until: 'to',
  sinceLabel: 'From this day (UTC) on',
  untilLabel: 'Up to this day (UTC)',
  stored: 'stored',
  storedHint: 'It is not known when it was; this is when it was stored.',
  decisions: (value: number) => plural(value, 'decision', 'decisions'),
  events: (value: number) => plural(value, 'event', 'events'),
  lessons: (value: number) => plural(value, 'lesson', 'lessons'),
  nothingIn: 'nothing in it',
  /** What the second line of a session is, before its text. */
  lead: { found: '', error: 'Error:', next: 'Next:', decision: 'Decided:', lesson: 'Lesson:' },
  /** How the outcome is known, in one word and in full. */
  known: {
    measured: 'measured',
    reported: 'reported',
    defaulted: 'assumed',
    corrected: 'corrected',
  } satisfies Record<Episode['outcomeSource'], string>,
  knownWords: {
    measured: 'Measured',
    reported: 'Reported',
    defaulted: 'Assumed',
    corrected: 'Corrected',
  } satisfies Record<Episode['outcomeSource'], string>,
  knownHint: {
    measured: 'A check proved it',
    reported: 'Its author said so',
    defaulted: 'Nobody said so: it was filled in',
    corrected: 'Somebody corrected it later',
  } satisfies Record<Episode['outcomeSource'], string>,
  doubtful: (name: string) => `${name}, assumed`,
  /** Texts of the filters for sessions, with counts. */
  facets: {
    project: 'Project',
    outcome: 'Outcome',
    has: 'Has',
    outcomeSource: 'How the outcome is known',
    author: 'Recorded by',
    happened: 'Happened in',
  } satisfies Record<EpisodeFacetName, string>,
  parts: {
    decisions: 'Decisions',
    errors: 'Errors',
    tests: 'Tests',
    commits: 'Commits',
    links: 'Causes',
    lessons: 'Lessons',
    attempts: 'Attempts',
  } satisfies Record<EpisodePart, string>,
  hasAll: 'Several: a session must have all of them.',
  countsFailed: 'Could not count sessions.',
  /** An active filter in words. */
  filter: {
    has: (part: string) => `Has: ${part.toLowerCase()}`,
    outcomeSource: (how: string) => `Outcome: ${how.toLowerCase()}`,
    author: (name: string) => `Recorded by: ${name}`,
    happened: (month: string) => month,
  },
};

/** The words before the other item, by their relation: which item it resulted from, and which resulted from it. */
const backward: Record<CausalRelation, string> = {
  causes: 'Because of',
  enables: 'Made possible by',
  prevents: 'Prevented by',
  correlates: 'Goes along with',
  precedes: 'Later than',
};
const forward: Record<CausalRelation, string> = {
  causes: 'Led to',
  enables: 'Made possible',
  prevents: 'Prevented',
  correlates: 'Goes along with',
  precedes: 'Earlier than',
};

const basis: Record<EvidenceBasis, string> = {
  asserted_by_agent: 'an agent said so',
  asserted_by_human: 'a person said so',
  textual: 'by the words of the log',
  temporal: 'by time alone',
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
export const record = {
  label: 'Session',
  nothing: 'No session open',
  nothingHint: 'move through the list',
  loading: 'Loading the session…',
  gone: 'There is no such session.',
  failed: 'Could not load the session.',
  parts: 'Parts of the session',
  /** A menu of the parts for which a narrow pane has no room. */
  moreParts: 'More',
  tabs: {
    timeline: 'Timeline',
    summary: 'Summary',
    attempts: 'Attempts',
    turns: 'Turns',
    decisions: 'Decisions',
    lessons: 'Lessons',
    told: 'Shown',
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
    written: (name: string | null) => `written by ${name ?? 'an agent or a person'}`,
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
  },
  text: {
    all: (length: number) => `Show all ${count(length)} characters`,
    less: 'Show less',
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

/** Texts for a memory without recorded sessions. */
export const noSessions = {
  title: 'No sessions yet',
  text: 'A session says what was decided, what happened, and how it ended. Ways to add sessions:',
  history: 'Import past sessions',
  historyText: 'Those that the programs of your agents kept on this machine. Rules find drafts of lessons in them too.',
  logs: 'Import session logs',
  logsText: 'A session log, JSON or Markdown, or a folder of them. Importing it again updates it.',
  logsLabel: 'Absolute path of the log or folder',
  logsButton: 'Import',
  logsDone: 'Session logs imported',
  shell: 'In a terminal',
  shellText: 'ADR-038 files need --format episodes.',
  command: `npx ${PRODUCT.command} import sessions/`,
  agents: 'Let agents record theirs',
  agentsText: 'Run as its MCP server, this lets an agent record decisions, events and what led to what.',
  agentsCommand: `npx ${PRODUCT.command} mcp --profile full`,
  bin: 'Open bin',
};
