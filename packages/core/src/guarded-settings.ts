import { AppError, type Caller, GUARDED_SETTINGS } from '@twicewise/contract';

/** Refuses an agent that would have something sent to an embedding server by asking for it. */
export function refuseSending({ author }: Caller): void {
  if (author.kind === 'person') return;
  throw new AppError({
    code: 'refused',
    message: 'Only a person can have an embedding server asked: it decides what leaves this machine.',
    hint: 'Ask the person to do it in the settings.',
  });
}

/**
 * Refuses an agent that would change, also by undoing a change, where lessons and questions are sent. Text in a memory can
 * talk an agent into anything; only a person decides what leaves the machine.
 */
export function refuseGuarded({ author }: Caller, keys: readonly string[]): void {
  const guarded = keys.filter((key) => (GUARDED_SETTINGS as readonly string[]).includes(key));
  if (author.kind === 'person' || guarded.length === 0) return;
  throw new AppError({
    code: 'refused',
    message: `Only a person can change ${guarded.join(', ')}: it decides what leaves this machine.`,
    hint: 'Ask the person to change it in the settings.',
  });
}
