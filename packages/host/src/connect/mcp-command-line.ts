import { OWN_ENTRY } from './our-command.ts';

function quoted(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/**
 * The shell line that an agent runs to use the memory of this folder. Paths are absolute and the data folder is named, so it
 * works in any folder and environment.
 */
export function mcpCommandLine(data: string, entry = OWN_ENTRY): string {
  return ['node', entry, 'mcp', '--data', data].map(quoted).join(' ');
}
