import { count, plural } from './numbers.ts';

type Parts = Record<'attempts' | 'turns', number>;

function partsOf({ attempts, turns }: Parts): string {
  const parts = [
    attempts > 0 ? plural(attempts, 'attempt', 'attempts') : '',
    turns > 0 ? plural(turns, 'turn', 'turns') : '',
  ];
  return parts.filter(Boolean).join(' and ');
}

/** So many sessions, and how many attempts and turns go or come back with them. `then` stands behind the sessions. */
export function sessionsWith(value: number, parts: Parts, then = ''): string {
  const sessions = `${plural(value, 'session', 'sessions')}${then}`;
  const also = partsOf(parts);
  return also === '' ? sessions : `${sessions}, and with ${value === 1 ? 'it' : 'them'} ${also}`;
}

/** What those of the sessions that have no log take or bring along, as a sentence; empty where it is nothing. */
export function alongWith({ sessions, ...parts }: Parts & { sessions: number }, how: 'take' | 'bring'): string {
  const also = partsOf(parts);
  if (also === '') return '';
  if (sessions === 1) return ` One has no log and ${how}s its ${also} along.`;
  return ` ${count(sessions)} have no log and ${how} their ${also} along.`;
}
