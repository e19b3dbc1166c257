import { plural } from './numbers.ts';

/** So many sessions, and how many attempts and turns go or come back with them. `then` stands behind the sessions. */
export function sessionsWith(
  value: number,
  { attempts, turns }: Record<'attempts' | 'turns', number>,
  then = '',
): string {
  const parts = [
    attempts > 0 ? plural(attempts, 'attempt', 'attempts') : '',
    turns > 0 ? plural(turns, 'turn', 'turns') : '',
  ].filter(Boolean);
  const sessions = `${plural(value, 'session', 'sessions')}${then}`;
  return parts.length === 0 ? sessions : `${sessions}, and with ${value === 1 ? 'it' : 'them'} ${parts.join(' and ')}`;
}
