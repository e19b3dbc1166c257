import { type ListedEpisode, plainLine } from '@twicewise/contract';

/** What the second line of a session is: where the search found it, or what came of it. */
export type SessionLeadKind = 'found' | 'error' | 'next' | 'decision' | 'lesson';

/** The second line of a session. */
export interface SessionLead {
  kind: SessionLeadKind;
  text: string;
}

type Said = Pick<ListedEpisode, 'task' | 'outcome' | 'found' | 'lastDecision' | 'lastError' | 'nextStep' | 'lessons'>;

const WELL: readonly SessionLeadKind[] = ['decision', 'next', 'lesson', 'error'];
const BADLY: readonly SessionLeadKind[] = ['error', 'next', 'decision', 'lesson'];
const PARTLY: readonly SessionLeadKind[] = ['next', 'error', 'decision', 'lesson'];

/** The order in which lines are tried: after a failure, what went wrong; of what is not done, what is left. */
const ORDER: Record<ListedEpisode['outcome'], readonly SessionLeadKind[]> = {
  success: WELL,
  failure: BADLY,
  partial: PARTLY,
  unknown: PARTLY,
};

/** The line that says most of a session and more than its task; null if nothing does. */
export function sessionLead(session: Said): SessionLead | null {
  const lines: Record<SessionLeadKind, string | null | undefined> = {
    found: session.found,
    error: session.lastError,
    next: session.nextStep,
    decision: session.lastDecision,
    lesson: session.lessons[0],
  };
  const task = plainLine(session.task);
  for (const kind of ['found' as const, ...ORDER[session.outcome]]) {
    const text = plainLine(lines[kind] ?? '');
    if (text !== '' && (kind === 'found' || !task.startsWith(text))) return { kind, text };
  }
  return null;
}
