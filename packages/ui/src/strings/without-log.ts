import type { OutputOf } from '@twicewise/contract';
import { plural } from './numbers.ts';

/** Those of some sessions that have no log, and their attempts and turns. */
export type Unrecorded = OutputOf<'episode.previewMany'>['unrecorded'];

/** So many sessions, and those of them without a log with their attempts and turns. `then` goes on before those are told apart. */
export function withoutLog(all: number, { sessions, attempts, turns }: Unrecorded, then = ''): string {
  const some = plural(all, 'session', 'sessions');
  if (sessions === 0) return `${some}${then}`;
  const own = [
    attempts > 0 ? plural(attempts, 'attempt', 'attempts') : '',
    turns > 0 ? plural(turns, 'turn', 'turns') : '',
  ];
  const without = `without a log (${own.filter(Boolean).join(' and ')})`;
  return sessions === all ? `${some} ${without}${then}` : `${some}${then}, ${sessions} of them ${without}`;
}
