import { isProgram, type TranscriptAgent } from '@twicewise/contract';

const AUTHORS = { person: 'person', agent: 'agent', importer: 'importer' } as const;

/** What kind of author somebody is: what no person was seen behind is a program, which an agent may have run. */
export function authorWord(author: { kind: keyof typeof AUTHORS; name: string }): string {
  return isProgram(author) ? 'program' : AUTHORS[author.kind];
}

/** Browsers introduce themselves by a line of versions that tells a person nothing; all of them begin like this. */
const BROWSER = /^Mozilla\/\d/;

/** The program behind a call, as people name it. */
export function programName(client: string): string {
  return BROWSER.test(client) ? 'Browser' : client;
}

/** Programs whose transcripts are understood, as people name them. */
export const TRANSCRIPT_PROGRAMS: Readonly<Record<TranscriptAgent, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
};
