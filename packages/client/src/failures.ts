import type { Failure } from '@twicewise/contract';

// What a program is told when the host does not answer. Each says whether the call may have been carried out: with the reason
// `unanswered` it may have been, else nothing was changed.

const LOOK = 'Look whether it was carried out before you call again, or repeat it with the same key.';

/** For a call after `close`. */
export function closed(): Failure {
  return {
    code: 'unavailable',
    message: 'This client is closed; nothing was sent.',
    hint: 'Open another one, and close it when no call follows.',
  };
}

/** For a call that was not answered in time. */
export function tooLate(timeoutMs: number, wasSent: boolean): Failure {
  const within = `within ${timeoutMs} ms`;
  if (wasSent) {
    return {
      code: 'unavailable',
      reason: 'unanswered',
      message: `The host did not answer ${within}; what the call was to change may have changed.`,
      hint: LOOK,
    };
  }
  return {
    code: 'unavailable',
    message: `The call could not be sent ${within}; nothing was changed.`,
    hint: 'Call again later, make fewer calls at once, or give a longer timeoutMs to connect. twicewise doctor says how the host is.',
  };
}

/** For a call during which several hosts ended. */
export function brokeOff(): Failure {
  return {
    code: 'unavailable',
    reason: 'unanswered',
    message:
      'Three hosts ended while they worked on this call, so it is not sent again; what it was to change may have changed.',
    hint: `${LOOK} The end of run/host.log in the data folder says why they ended.`,
  };
}

/** The same failure for a call that a host may have read before it went away. */
export function afterSending(failure: Failure): Failure {
  return {
    ...failure,
    reason: 'unanswered',
    message: `${failure.message} The call was sent before; what it was to change may have changed.`,
  };
}

/** Whether a host is unavailable only for a moment: it opens or closes its memory, or ends. */
export function isPassing({ code, reason }: Failure): boolean {
  return code === 'unavailable' && (reason === undefined || reason === 'no_host' || reason === 'handed_over');
}
