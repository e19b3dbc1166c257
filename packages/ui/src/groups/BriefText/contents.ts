import type { Outcome, OutputOf } from '@twicewise/contract';
import type { Named } from './pieces.ts';

/** The answer of `memory.brief`. */
export type Brief = OutputOf<'memory.brief'>;

/** What is known of an entry of a brief. A pattern has no outcome. */
export interface KnownTitle {
  title: string;
  /** What it says, where others of the same title say something else. */
  lead?: string;
  outcome?: Outcome;
}

/** Under which a failed decision of a brief is known: its own id is that of an item within its session. */
export function decisionKey({ episodeId, itemId }: Pick<Brief['deadEnds'][number], 'episodeId' | 'itemId'>): string {
  return `${episodeId} ${itemId}`;
}

/** The ids in the text of a brief, in its order: lessons, then sessions, then possibly related entries. */
export function idsOf({ lessons, sessions, maybe }: Brief): Named[] {
  return [
    ...lessons.map(({ id }) => ({ id, of: 'lesson' as const })),
    ...sessions.map(({ episodeId }) => ({ id: episodeId, of: 'session' as const })),
    ...maybe.map(({ id }) => ({ id, of: 'lesson' as const })),
  ];
}
