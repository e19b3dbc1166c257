import type { Extracted } from '../../src/session-logs/extracted.ts';
import { extractLog } from '../../src/session-logs/index.ts';

/** What is extracted from a log; throws when the log is refused. */
export function extracted(name: string, text: string): Extracted {
  const answer = extractLog({ name, text });
  if ('problem' in answer) throw new Error(answer.problem);
  return answer;
}

export const fromJson = (log: unknown) => extracted('2026-03-04-session-7.json', JSON.stringify(log));
export const fromMarkdown = (text: string) => extracted('2026-03-04-session-7.md', text);

export const gate = (Complete: boolean, Evidence: string, level = 'MUST') => ({ level, Complete, Evidence });

/** A log with these gates at the end of its session. */
export const ended = (sessionEnd: Record<string, unknown>, rest: Record<string, unknown> = {}) => ({
  session: { date: '2026-03-04', objective: 'Make the exporter keep its order' },
  protocolCompliance: { sessionEnd },
  ...rest,
});

export const DONE = {
  changesCommitted: gate(true, 'Commit 1a2b3c4d'),
  validationPassed: gate(true, 'The whole suite ran'),
};
