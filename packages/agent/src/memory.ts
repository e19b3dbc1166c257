import type { Client } from '@twicewise/contract';

/**
 * What the loops need of a memory: the typed calls of the contract, through whichever door. A client of a running host is one, and
 * so is a memory in the same process.
 */
export type Memory = Pick<Client, 'call'>;

/** Most of an error's message that is stored, in UTF-16 units. Its beginning says what went wrong. */
export const MAX_MESSAGE = 4000;
