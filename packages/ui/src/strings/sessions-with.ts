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

/** Likewise where only some of the sessions, those without a log, take their attempts and turns along. */
export function sessionsWithSome(value: number, { sessions, ...parts }: Parts & { sessions: number }): string {
  const also = partsOf(parts);
  const all = plural(value, 'session', 'sessions');
  return also === '' ? all : `${all}, and ${also} of the ${sessions === 1 ? 'one' : count(sessions)} without a log`;
}
