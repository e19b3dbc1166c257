// Not part of strings.ts: only the screen of an empty memory needs them, and it is loaded on demand.

/** Texts of the first run. */
export const firstRun = {
  title: 'Help your agents stop repeating failures',
  text: 'Agents record what they tried and how it ended. Before the next attempt, they are shown what matters of it.',
  example: 'For example',
  failed: { when: 'Monday, Claude Code', what: 'Raised the timeout of the test: same failure, only later.' },
  worked: {
    when: 'Thursday, Codex, shown that lesson',
    what: 'Starts when the server answers: passes at the first try.',
  },
  ways: 'Begin with any of these',
  connect: 'Connect a program',
  connectText: 'So that its agents record, and are shown lessons. You see each change of a file first.',
  history: 'Import past sessions',
  historyText:
    'Lessons found in transcripts wait as drafts for you to review; session logs become sessions, without drafts.',
  sample: 'Look around in a sample',
  sampleText:
    'Made-up sessions of four projects, kept apart from yours: every screen has something to show. You can remove it at any time.',
};
