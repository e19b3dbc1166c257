import type { Outcome, OutputOf } from '@twicewise/contract';
import type { Named } from './pieces.ts';

/** The answer of `memory.brief`. */
export type Brief = OutputOf<'memory.brief'>;

/** What is known of a lesson or a session that a brief names. */
export interface KnownTitle {
  title: string;
  outcome: Outcome;
}

/** The ids in the text of a brief, in its order: lessons, then sessions, then possibly related entries. */
export function idsOf({ lessons, sessions, maybe }: Brief): Named[] {
  return [
    ...lessons.map(({ id }) => ({ id, of: 'lesson' as const })),
    ...sessions.map(({ episodeId }) => ({ id: episodeId, of: 'session' as const })),
    ...maybe.map(({ id }) => ({ id, of: 'lesson' as const })),
  ];
}
