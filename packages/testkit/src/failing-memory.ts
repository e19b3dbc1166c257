import { callerOfCall } from '@twicewise/client/library';
import { AppError, type Caller, type Client, createClient, type ErrorReason } from '@twicewise/contract';
import { openOwnCore } from './own-core.ts';

const CALLER: Caller = {
  door: 'cli',
  author: { kind: 'agent', name: 'test-agent' },
  client: 'test-agent 1',
  session: null,
  project: null,
};

/** A memory in this process, on a real database, that can be made to fail. */
export interface FailingMemory {
  call: Client['call'];
  /** Names of the operations called so far. */
  asked: string[];
  /** From now on calls of these operations fail with this code; null ends that. */
  failWith: (code: AppError['code'] | null, operations?: RegExp, reason?: ErrorReason) => void;
  /** From now on the effect takes place, and the answer is lost: once. */
  loseNextAnswer: (operation: string) => void;
  /** See `OwnCore`. */
  damage: (sql: string) => void;
  close: () => Promise<void>;
}

/** Opens an empty {@link FailingMemory}, whose caller is an agent. It fails at nothing until it is told to. */
export function openFailingMemory(): FailingMemory {
  const core = openOwnCore('agent');
  let failing: { code: AppError['code']; operations: RegExp; reason: ErrorReason | undefined } | null = null;
  let lost: string | null = null;
  const asked: string[] = [];
  const client = createClient(async (name, input, options) => {
    asked.push(name);
    if (failing?.operations.test(name)) {
      const { code, reason } = failing;
      const said = { message: 'The test says so.', hint: 'Try again.' };
      return { ok: false, error: { code, ...said, ...(reason === undefined ? {} : { reason }) } };
    }
    const answer = await core.dispatch({
      name,
      input,
      caller: callerOfCall(CALLER, options?.forAgent),
      key: options?.key,
    });
    if (lost !== name) return answer;
    lost = null;
    throw new AppError({ code: 'unavailable', reason: 'no_host', message: 'The host is gone.', hint: 'Try again.' });
  });
  return {
    call: client.call,
    asked,
    failWith: (code, operations = /./, reason = undefined) => {
      failing = code === null ? null : { code, operations, reason };
    },
    loseNextAnswer: (operation) => {
      lost = operation;
    },
    damage: core.damage,
    close: core.close,
  };
}
