import type { ClientApplied, ClientProgram } from '@twicewise/contract';

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
