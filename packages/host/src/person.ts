import { userInfo } from 'node:os';
import type { Caller } from '@twicewise/contract';

/** What the system calls whoever runs this. In a container a user often has a number and no name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'without a name'}`;
  }
}

/** The person at this machine, through the given door. */
export function person(door: Caller['door']): Caller {
  return { door, author: { kind: 'person', name: userName() }, client: null, session: null, project: null };
}
