import { isProgram, type TranscriptAgent } from '@twicewise/contract';

const AUTHORS = { person: 'person', agent: 'agent', importer: 'import' } as const;

/**
 * The word for the kind of an author. An author behind which no person was seen is called a program; an agent may have run it.
 */
export function authorWord(author: { kind: keyof typeof AUTHORS; name: string }): string {
  return isProgram(author) ? 'program' : AUTHORS[author.kind];
}

/** Browsers send a line of versions that means nothing to a person; all these lines begin like this. */
const BROWSER = /^Mozilla\/\d/;

/** The program behind a call, under its usual name. */
export function programName(client: string): string {
  return BROWSER.test(client) ? 'Browser' : client;
}

/** Programs whose transcripts are understood, under their usual names. */
export const TRANSCRIPT_PROGRAMS: Readonly<Record<TranscriptAgent, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
};

/** The usual name of a program whose transcripts are understood; any other name as it is. */
export function transcriptProgram(name: string): string {
  return Object.entries(TRANSCRIPT_PROGRAMS).find(([program]) => program === name)?.[1] ?? name;
}
