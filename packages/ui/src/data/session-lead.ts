import { type ListedEpisode, plainLine } from '@twicewise/contract';

/** What the second line of a session is: where the search found it, or what came of it. */
export type SessionLeadKind = 'found' | 'stated' | 'error' | 'next' | 'result' | 'decision' | 'lesson' | 'commit';

/** The second line of a session. */
export interface SessionLead {
  kind: SessionLeadKind;
  text: string;
}

type Said = Pick<
  ListedEpisode,
  'task' | 'outcome' | 'outcomeNative' | 'found' | 'lastDecision' | 'lastError' | 'nextStep' | 'result' | 'lessons'
>;

const WELL: readonly SessionLeadKind[] = ['stated', 'result', 'decision', 'next', 'lesson', 'commit', 'error'];
const BADLY: readonly SessionLeadKind[] = ['error', 'stated', 'next', 'result', 'decision', 'lesson', 'commit'];
const PARTLY: readonly SessionLeadKind[] = ['next', 'stated', 'error', 'result', 'decision', 'lesson', 'commit'];

/** The order in which lines are tried: after a failure, what went wrong; of what is not done, what is left. */
const ORDER: Record<ListedEpisode['outcome'], readonly SessionLeadKind[]> = {
  success: WELL,
  failure: BADLY,
  partial: PARTLY,
  unknown: PARTLY,
};

/** A commit of which no more is known than its hash. */
const BARE_COMMIT = /^commit:?\s+([0-9a-f]{7,10})[0-9a-f]*$/i;
/** Fewest words of a result of its own: one alone, such as *done*, says no more than ours. */
const FEWEST_WORDS = 3;

/** Whether a line has any of the words of a search, if there are some. */
function hasAny(line: string, sought: string): boolean {
  const words = sought.toLowerCase().split(/\s+/);
  return words.some((word) => line.toLowerCase().includes(word));
}

/** The line that says most of a session and more than its task; null if nothing does. */
export function sessionLead(session: Said, sought = ''): SessionLead | null {
  const native = session.outcomeNative ?? '';
  const bare = BARE_COMMIT.exec(session.result ?? '')?.[1];
  const lines: Record<SessionLeadKind, string | null | undefined> = {
    found: session.found,
    stated: native.trim().split(/\s+/, FEWEST_WORDS).length === FEWEST_WORDS ? native : null,
    error: session.lastError,
    next: session.nextStep,
    result: bare ? null : session.result,
    commit: bare && `Commit ${bare}`,
    decision: session.lastDecision,
    lesson: session.lessons[0],
  };
  const task = plainLine(session.task);
  for (const kind of ['found' as const, ...ORDER[session.outcome]]) {
    const line = lines[kind] ?? '';
    const plain = plainLine(line);
    // What was found may be the address of a link, which is left out of a plain line.
    const text = kind === 'found' && !hasAny(plain, sought) ? line : plain;
    if (text !== '' && (kind === 'found' || !task.startsWith(text))) return { kind, text };
  }
  return null;
}
