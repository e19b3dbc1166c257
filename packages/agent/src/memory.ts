import type { Client } from '@twicewise/contract';

/**
 * What the loops need of a memory: the typed calls of the contract, through whichever door. A client of a running host is one, and
 * so is a memory in the same process.
 */
export type Memory = Pick<Client, 'call'>;

/** Where what a loop learns belongs. */
export interface Place {
  /** The session of the run, by your own id; made on first use. */
  readonly sessionId: string;
  /** Project, by name or id; made on first use. Left out: that of the memory's caller. */
  readonly projectId?: string | undefined;
}
