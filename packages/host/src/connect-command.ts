import { OWN_ENTRY } from './connect/our-command.ts';

function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * What an agent launches to use the memory of this folder, for a shell. Paths are absolute and the data folder is named,
 * so that it means the same in whatever folder and environment the agent works.
 */
export function connectCommand(data: string, entry = OWN_ENTRY): string {
  return ['node', entry, 'mcp', '--data', data].map(quoted).join(' ');
}
