import { plural } from './numbers.ts';

/** Attempts and turns that go with some sessions, or come back with them. */
export type PartsOfSessions = Record<'attempts' | 'turns', number>;

/** So many sessions, and how many attempts and turns with them. `then` stands behind the sessions. */
export function sessionsWith(value: number, { attempts, turns }: PartsOfSessions, then = ''): string {
  const parts = [
    attempts > 0 ? plural(attempts, 'attempt', 'attempts') : '',
    turns > 0 ? plural(turns, 'turn', 'turns') : '',
  ].filter(Boolean);
  const sessions = `${plural(value, 'session', 'sessions')}${then}`;
  return parts.length === 0 ? sessions : `${sessions}, and with ${value === 1 ? 'it' : 'them'} ${parts.join(' and ')}`;
}
