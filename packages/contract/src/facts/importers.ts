/** Importers by name: each is the author of what it makes. That of transcripts has the name of their program. */
export const IMPORTERS = {
  lessons: 'lessons',
  sessionLogs: 'session-log',
  adr038: 'adr-038',
  loops: 'reflexion',
  turns: 'turns',
  sample: 'sample',
  bundle: 'bundle',
} as const;
