import type { ClientApplied, ClientProgram, Settings, TranscriptsResult } from '@twicewise/contract';
import { count, named, plural } from './numbers.ts';
import { noLesson, wayOf } from './occasions.ts';
import { TRANSCRIPT_PROGRAMS } from './programs.ts';

const rules: Record<string, string> = {
  fail_then_pass: 'The same command failed, something was changed, then it passed.',
  rejection: 'A person did not allow a step and said why.',
};

/** Texts for drafts that wait for a person. */
export const review = {
  label: 'Decisions waiting',
  list: 'Drafts to decide',
  draft: 'Draft',
  waiting: (total: number) => plural(total, 'draft to decide', 'drafts to decide'),
  /** What agents are told about drafts, according to the setting. */
  text: (tellsDrafts: boolean) =>
    tellsDrafts ? 'Agents are told drafts last, marked as not reviewed.' : 'Agents are told no draft.',
  none: 'No draft waits for a decision.',
  allDone: 'Every draft is decided.',
  allDoneHint: 'takes the last decision back.',
  loading: 'Reading drafts…',
  failed: 'Drafts could not be read.',
  place: (place: number, total: number) => `${count(place)} of ${count(total)}`,
  merge: 'Merge',
  saveAndAccept: 'Save and accept',
  source: 'From',
  rule: 'Rule',
  session: 'Session',
  byRule: (name: string) => rules[name] ?? name,
  writtenBy: (name: string) => `written by ${name}`,
  strong: (value: number) => (value >= 0.75 ? 'high' : value >= 0.5 ? 'fair' : 'low'),
};

/** Texts for merging a draft into a lesson that says the same. */
export const merging = {
  title: 'Merge into a similar lesson',
  text: 'The lesson that stays gains what it lacks. The draft is kept as superseded.',
  candidates: 'Lessons like this draft',
  draft: 'This draft',
  into: 'The lesson that stays',
  loading: 'Looking for lessons like it…',
  failed: 'Lessons like it could not be looked for.',
  none: 'No other lesson is like this draft.',
  done: (title: string) => named('Merged', title),
};

/** Texts about what agents were told. */
export const agentAnswers = {
  title: 'What agents were told, and what came of it',
  none: 'No agent has been told a lesson yet.',
  noneHint: 'Each answer with lessons is listed here, with the attempt that followed. Activity lists every answer.',
  loading: 'Reading what agents were told…',
  failed: 'What agents were told could not be read.',
  occasion: (trigger: string, operation: string) => wayOf(trigger, operation).asked,
  someone: 'An agent',
  tokens: (value: number) => plural(value, 'token', 'tokens'),
  took: (ms: number) => (ms < 10 ? `${ms.toFixed(1)} ms` : `${count(Math.round(ms))} ms`),
  gone: 'A lesson that is no longer there',
  used: 'used',
  followed: 'then',
  nothing: 'nothing came of it yet',
  noLesson,
  earlierSession: 'earlier session',
  goneSession: 'A session that is no longer there',
  more: (value: number) => plural(value, 'more lesson', 'more lessons'),
  older: 'Show older',
};

/** Texts about failures that several lessons report. */
export const repeated = {
  title: 'Failures that repeat',
  none: 'No failure was stated yet.',
  noneIn: (value: number) =>
    value === 1
      ? 'Only one lesson states what failed.'
      : `No failure was stated twice in the newest ${count(value)} lessons that failed, wholly or in part.`,
  lookedAt: (value: number) => `in the newest ${plural(value, 'lesson', 'lessons')} that failed, wholly or in part`,
  loading: 'Counting failures…',
  failed: 'Failures could not be counted.',
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
  none: 'Nothing was brought in from elsewhere.',
  loading: 'Reading sources…',
  failed: 'Sources could not be read.',
  system: (name: string) => systems[name] ?? name,
  byItself: 'written down by itself',
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
  text: 'Enters Twicewise in a program’s configuration. You see the exact change first, and a copy of each file is kept.',
  loading: 'Looking for programs…',
  failed: 'Programs could not be looked for.',
  state: states,
  unasked: 'is told lessons unasked',
  couldBeUnasked: 'can be told lessons unasked',
  connect: (name: string) => `Connect ${name}`,
  connectShort: 'Connect',
  remove: (name: string) => `Remove from ${name}`,
  removeShort: 'Remove',
  reading: 'Reading its configuration…',
  unreadable: (name: string) => `The configuration of ${name} cannot be changed.`,
  notDone: 'Nothing was changed.',
  diff: (path: string) => `Change of ${path}`,
  newFile: 'New file',
  fileGone: 'The file goes away',
  nothing: 'There is nothing to change.',
  agree: 'Write this change',
  agreeRemove: 'Take it out',
  writing: 'Writing and testing…',
  connected: (name: string) => `${name} connected`,
  removed: (name: string) => `${name} disconnected`,
  answers,
  restart: 'Start a new session in it; it reads this at the start.',
  copies: 'The files as they were:',
  noneFound: 'None of the programs that Twicewise knows was found. Any other that speaks MCP can run this:',
  absent: (value: number) => `${plural(value, 'program was', 'programs were')} not found on this machine`,
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
  title: 'Your history',
  text: 'Reads past sessions on this machine: each is recorded, and where a rule finds a lesson it becomes a draft for you to decide. A second run adds what is new.',
  read: (name: string) => `Read ${name}`,
  agents: TRANSCRIPT_PROGRAMS,
  failed: 'Past sessions could not be read.',
  result: resultText,
  unknown: (names: string) => `Not known to this version: ${names}.`,
};

const providers: Record<Settings['embedding.provider'], string> = {
  off: 'Off: by words only',
  builtin: 'Built in, offline',
  ollama: 'Ollama',
  openai: 'Compatible with OpenAI',
};

/** Texts about search by meaning. */
export const embedding = {
  title: 'Search by meaning',
  text: 'The built-in model works on this machine and sends nothing. A server that you name gets the texts of lessons and questions.',
  provider: 'Computed by',
  providers,
  url: 'Address',
  model: 'Model',
  save: 'Save',
  saved: 'Search by meaning: saved',
  failed: 'Not saved.',
  serving: (model: string) => `Search uses ${model} meanwhile.`,
  test: 'Test',
  testing: 'Asking the model…',
  works: 'It works.',
  testFailed: 'The test could not be made.',
  renew: 'Compute all again…',
  renewSure: (total: number) =>
    `Reads ${plural(total, 'lesson', 'lessons')} again, and sends them to the server if there is one; each is found by words alone until its turn has come.`,
};

/** Texts for an empty memory. */
export const firstSteps = {
  title: 'Nothing learned yet',
  text: 'Connect the program that runs your agents, let it read what they went through, and decide what of it to keep.',
  connect: 'Connect an agent',
  history: 'Bring in your history',
  sample: 'Or look around first',
  sampleText: 'Made-up lessons of four projects. One undo removes them.',
  sampleButton: 'Load the sample',
};

/** Texts of the screen Today. */
export const today = {
  title: 'Today',
  loading: 'Asking the host…',
  failed: 'The host did not answer.',
};
