import type { TranscriptsResult } from '@twicewise/contract';
import { count, plural } from './numbers.ts';
import { TRANSCRIPT_PROGRAMS } from './programs.ts';

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
