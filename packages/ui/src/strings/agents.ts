import type { ClientApplied, ClientProgram, TranscriptsResult } from '@twicewise/contract';
import { count, plural } from './numbers.ts';
import { TRANSCRIPT_PROGRAMS } from './programs.ts';

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
  noneFound: 'No program that Twicewise knows was found on this machine. Any program that speaks MCP can run this:',
  others: 'Another program',
  absent: 'Programs that were not found',
  connectAbsent: 'Connect a program that was not found',
  command: 'MCP command',
  otherText: 'Any that speaks MCP can run this:',
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
  text: 'Imports past sessions from this machine. Where a rule finds a lesson, it becomes a draft for you to review. Importing again adds what is new. Session logs become sessions, without drafts.',
  read: (name: string) => `Import from ${name}`,
  agents: TRANSCRIPT_PROGRAMS,
  failed: 'Could not import past sessions.',
  folder: (name: string) => `Folder of the sessions of ${name}`,
  from: 'Import from it',
  result: resultText,
  unknown: (names: string) => `Not known to this version: ${names}.`,
};
