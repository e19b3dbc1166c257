import { operationNames } from '@twicewise/contract';

// A file of its own, because with the operations come their schemas: a call that loaded them would take twice as long.

/** The part of the help of `call` that lists the operations. */
export const OPERATIONS_HELP = `\nOperations: ${operationNames.join(', ')}\n`;
