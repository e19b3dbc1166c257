import { PRODUCT } from '@twicewise/contract';

/** Texts for a memory without recorded sessions. */
export const noSessions = {
  title: 'No sessions yet',
  text: 'A session says what was decided, what happened, and how it ended. Ways to add sessions:',
  history: 'Import past sessions',
  historyText: 'Those that the programs of your agents kept on this machine. Rules find drafts of lessons in them too.',
  logs: 'Import session logs',
  logsFolded: 'Session logs: a file, or a folder of them',
  logsText: 'A session log, JSON or Markdown, or a folder of them. Importing it again updates it.',
  logsLabel: 'Absolute path of the log or folder',
  logsButton: 'Import',
  logsDone: 'Session logs imported',
  shell: 'In a terminal',
  shellText: 'Session files of ADR-038 among them are recognised.',
  command: `npx ${PRODUCT.command} import sessions/`,
  agents: 'Let agents record theirs',
  agentsText: 'Run as its MCP server, this lets an agent record decisions, events and what led to what.',
  agentsCommand: `npx ${PRODUCT.command} mcp --profile full`,
  bin: 'Open bin',
};
