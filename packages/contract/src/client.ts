import type { Envelope } from './dispatch.ts';
import { AppError } from './errors.ts';
import type { InputOf, OperationName, OutputOf } from './operations/index.ts';

/** Sends one call through a door. A transport implements nothing else. */
export type Send = (name: OperationName, input: unknown, options?: CallOptions) => Promise<Envelope>;

/** Options of a single call. */
export interface CallOptions {
  /** Idempotency key; see `Request.key`. */
  key?: string;
  /**
   * Says that the answer is shown to an agent, such as a model that a program asks. The lessons in it are then recorded as shown, as
   * they are for an agent over MCP, in this session: an id that the program gives its runs, by default that of the client.
   */
  forAgent?: { session?: string | undefined };
}

/** The contract as typed functions. `call` throws `AppError`; `envelope` returns success or failure as a value. */
export interface Client {
  call<N extends OperationName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<OutputOf<N>>;
  envelope<N extends OperationName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<Envelope<OutputOf<N>>>;
}

/** A {@link Client} that holds something open: a connection to the host, or the memory itself. */
export interface MemoryClient extends Client {
  /**
   * Resolves when all that was called is answered and nothing is held open any more. What is called afterwards fails with
   * `unavailable`.
   */
  close(): Promise<void>;
}

/** Makes a typed client from a transport's `send`. */
export function createClient(send: Send): Client {
  const envelope: Client['envelope'] = async (name, input, options) =>
    (await send(name, input, options)) as Envelope<OutputOf<typeof name>>;
  return {
    envelope,
    async call(name, input, options) {
      const answer = await envelope(name, input, options);
      if (!answer.ok) throw new AppError(answer.error);
      return answer.value;
    },
  };
}
