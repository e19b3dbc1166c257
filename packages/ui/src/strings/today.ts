import type { ClientApplied, ClientProgram, Settings, TranscriptsResult } from '@twicewise/contract';
import { count, named, plural } from './numbers.ts';
import { noLesson, wayOf } from './occasions.ts';
import { TRANSCRIPT_PROGRAMS } from './programs.ts';

const rules: Record<string, string> = {
  fail_then_pass: 'The same command failed, something was changed, then it passed.',
  rejection: 'A person did not allow a step and said why.',
};

const ruleNames: Record<string, string> = {
  fail_then_pass: 'Failed, then passed',
  rejection: 'A person did not allow it',
};

/** Texts for drafts that wait for a person. */
export const review = {
  label: 'Review',
  list: 'Drafts to review',
  draft: 'Draft',
  waiting: (total: number) => plural(total, 'draft to review', 'drafts to review'),
  /** Whether agents see drafts, according to the setting. */
  text: (tellsDrafts: boolean) =>
    tellsDrafts ? 'Agents see drafts last, marked as not reviewed.' : 'Agents see no drafts.',
  none: 'No drafts to review.',
  allDone: 'All drafts are reviewed.',
  allDoneHint: 'undoes the last decision.',
  loading: 'Loading drafts…',
  failed: 'Could not load drafts.',
  place: (place: number, total: number) => `${count(place)} of ${count(total)}`,
  merge: 'Merge',
  saveAndAccept: 'Save and accept',
  source: 'From',
  rule: 'Rule',
  session: 'Session',
  byRule: (name: string) => rules[name] ?? name,
  ruleName: (name: string) => ruleNames[name] ?? name,
  filteredOut: 'No drafts match these filters.',
  showAll: 'Show all drafts',
  bulk: 'Decide several drafts',
  acceptThese: 'Accept these…',
  rejectThese: 'Reject these…',
  acceptAll: (total: number) => `Accept all ${count(total)}…`,
  rejectAll: (total: number) => `Reject all ${count(total)}…`,
  group: {
    label: 'Group',
    none: 'No groups',
    by: { project: 'By project', source: 'By source', rule: 'By rule' },
    noRule: 'No rule',
    heading: (name: string, value: number) => `${name}, ${plural(value, 'draft', 'drafts')}:`,
    accept: (name: string, value: number) => `Accept ${plural(value, 'draft', 'drafts')}: ${name}…`,
    reject: (name: string, value: number) => `Reject ${plural(value, 'draft', 'drafts')}: ${name}…`,
  },
  writtenBy: (name: string) => `written by ${name}`,
  strong: (value: number) => (value >= 0.75 ? 'high' : value >= 0.5 ? 'fair' : 'low'),
};

/** Texts for merging a draft into a lesson that says the same. */
export const merging = {
  title: 'Merge into a similar lesson',
  text: 'The lesson that stays is completed from the draft. The draft is kept as superseded.',
  candidates: 'Similar lessons',
  draft: 'This draft',
  into: 'The lesson that stays',
  loading: 'Looking for similar lessons…',
  failed: 'Could not look for similar lessons.',
  none: 'No similar lesson.',
  done: (title: string) => named('Merged', title),
};

/** Texts about what agents were shown. */
export const agentAnswers = {
  title: 'What agents were shown, and what followed',
  none: 'No agent has been shown a lesson yet.',
  noneHint: 'Each answer with lessons is listed here, with the attempt that followed. Activity lists every answer.',
  loading: 'Loading what agents were shown…',
  failed: 'Could not load what agents were shown.',
  occasion: (trigger: string, operation: string) => wayOf(trigger, operation).asked,
  someone: 'An agent',
  tokens: (value: number) => plural(value, 'token', 'tokens'),
  took: (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : `${count(Math.round(ms))} ms`),
  gone: 'A lesson no longer there',
  used: 'used',
  followed: 'then',
  nothing: 'no result yet',
  noLesson,
  earlierSession: 'earlier session',
  goneSession: 'A session no longer there',
  more: (value: number) => plural(value, 'more lesson', 'more lessons'),
  older: 'Show older',
  text: {
    show: 'Show text',
    hide: 'Hide text',
    label: 'Text that was shown',
    loading: 'Loading the text…',
    failed: 'Could not load the text.',
    exact: (letters: number) => `Word for word, ${plural(letters, 'character', 'characters')}`,
    data: (letters: number) =>
      `Data, ${plural(letters, 'character', 'characters')}: the program made its own text of it`,
    cut: (shown: number) => `Only the first ${count(shown)} are kept.`,
    copy: 'Copy text',
    copied: 'Copied the text that was shown',
    none: 'text not kept',
    noneTitle: 'Shown before texts were kept, or too long ago: the newest 16 MB of texts are kept.',
    missing: {
      not_kept: 'No text is kept: it was shown before texts were kept, or too long ago.',
      purged: 'The text was removed: it held words of something that was purged.',
    },
  },
};

/** Texts about failures that several lessons report. */
export const repeated = {
  title: 'Repeated failures',
  none: 'No failure was stated yet.',
  noneIn: (value: number) =>
    value === 1
      ? 'Only one lesson states what failed.'
      : `No failure was stated twice in the newest ${count(value)} lessons that failed, wholly or in part.`,
  lookedAt: (value: number) => `in the newest ${plural(value, 'lesson', 'lessons')} that failed, wholly or in part`,
  loading: 'Counting failures…',
  failed: 'Could not count failures.',
  times: (value: number) => `${count(value)}×`,
  more: (value: number) => plural(value, 'more lesson', 'more lessons'),
};

const systems: Record<string, string> = {
  ...TRANSCRIPT_PROGRAMS,
  jsonl: 'File',
  sample: 'Sample',
};

/** Texts about the sources of lessons. */
export const sources = {
  title: 'Sources',
  none: 'Nothing imported yet.',
  loading: 'Loading sources…',
  failed: 'Could not load sources.',
  system: (name: string) => systems[name] ?? name,
  byItself: 'recorded automatically',
  lessons: (value: number) => plural(value, 'lesson', 'lessons'),
  drafts: (value: number) => plural(value, 'draft', 'drafts'),
  toDrafts: (value: number, name: string) => `Go to ${plural(value, 'draft', 'drafts')} from ${name}`,
  elsewhere: 'None of its drafts is in this list; another project may have them.',
  older: 'Show older',
};

const states: Record<ClientProgram['state'], string> = {
  connected: 'connected',
  found: 'not connected',
  absent: 'not found',
};

function answers({ serverAnswers, hooksAnswer }: ClientApplied): string {
  if (serverAnswers === null) return '';
  const parts = [
    serverAnswers ? 'Tested: its tools answer.' : 'Its tools did not answer the test. Run “twicewise doctor”.',
    ...(hooksAnswer === null ? [] : [hooksAnswer ? 'Its hooks answer.' : 'Its hooks did not answer the test.']),
  ];
  return parts.join(' ');
}

/** Texts for connecting Twicewise to the programs that run agents. */
export const agents = {
  title: 'Agents',
  text: 'Adds Twicewise to a program’s configuration. You see the exact change first, and a copy of each file is kept.',
  loading: 'Looking for programs…',
  failed: 'Could not look for programs.',
  state: states,
  unasked: 'gets lessons automatically',
  couldBeUnasked: 'can get lessons automatically',
  connect: (name: string) => `Connect ${name}`,
  connectShort: 'Connect',
  remove: (name: string) => `Remove from ${name}`,
  removeShort: 'Remove',
  reading: 'Loading its configuration…',
  unreadable: (name: string) => `The configuration of ${name} cannot be changed.`,
  notDone: 'Nothing was changed.',
  diff: (path: string) => `Change of ${path}`,
  newFile: 'New file',
  fileGone: 'File removed',
  nothing: 'There is nothing to change.',
  agree: 'Apply this change',
  agreeRemove: 'Remove it',
  writing: 'Writing and testing…',
  connected: (name: string) => `${name} connected`,
  removed: (name: string) => `${name} disconnected`,
  answers,
  restart: 'Start a new session in it to use this.',
  copies: 'Copies of the files before the change:',
  noneFound: 'No program that Twicewise knows was found. Any that speaks MCP can run this:',
  others: 'Another program: MCP command',
  command: 'MCP command',
  otherText: 'Any that speaks MCP can run this:',
  notFound: 'Not found on this machine:',
};

function resultText({ files, drafts, alreadyThere, badLines, episodes = 0, attempts = 0 }: TranscriptsResult): string {
  const parts = [
    ...(episodes > 0 ? [plural(episodes, 'new session', 'new sessions')] : []),
    drafts > 0 ? plural(drafts, 'new draft', 'new drafts') : 'no new draft',
    ...(attempts > 0 ? [plural(attempts, 'new attempt', 'new attempts')] : []),
    ...(alreadyThere > 0 ? [`${count(alreadyThere)} already here`] : []),
    ...(badLines > 0 ? [`${plural(badLines, 'unreadable line', 'unreadable lines')} left out`] : []),
  ];
  return `${plural(files, 'transcript', 'transcripts')} read: ${parts.join(', ')}.`;
}

/** Texts for importing past sessions. */
export const pastSessions = {
  title: 'Past sessions',
  text: 'Imports past sessions from this machine. Where a rule finds a lesson, it becomes a draft for you to review. Importing again adds what is new.',
  read: (name: string) => `Import from ${name}`,
  agents: TRANSCRIPT_PROGRAMS,
  failed: 'Could not import past sessions.',
  folder: (name: string) => `Folder of the sessions of ${name}`,
  from: 'Import from it',
  result: resultText,
  unknown: (names: string) => `Not known to this version: ${names}.`,
};

const providers: Record<Settings['embedding.provider'], string> = {
  off: 'Off: by words only',
  builtin: 'Built in, offline',
  ollama: 'Ollama',
  openai: 'OpenAI-compatible',
};

/** Texts about search by meaning. */
export const embedding = {
  title: 'Search by meaning',
  text: 'The built-in model works on this machine and sends nothing. A server that you name gets the texts of lessons and questions.',
  provider: 'Provider',
  providers,
  url: 'Address',
  model: 'Model',
  save: 'Save',
  saved: 'Search by meaning: saved',
  failed: 'Not saved.',
  serving: (model: string) => `Until then, search uses ${model}.`,
  test: 'Test',
  testing: 'Asking the model…',
  works: 'It works.',
  testFailed: 'Could not run the test.',
  renew: 'Recompute all…',
  renewSure: (total: number) =>
    `Recomputes ${plural(total, 'lesson', 'lessons')}, and sends them to the server if there is one. Until a lesson is done, it is found by its words alone.`,
};

/** Texts of the screen Today. */
export const today = {
  title: 'Today',
  loading: 'Asking the host…',
  failed: 'The host did not answer.',
};
