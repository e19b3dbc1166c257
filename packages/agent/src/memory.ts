import type { Client, InputOf, OutputOf } from '@twicewise/client';

/**
 * What the loops need of a memory: the typed calls of the contract, through whichever door. A client of a running host is one, and
 * so is a memory in the same process.
 */
export type Memory = Pick<Client, 'call'>;

/** A lesson, as the memory answers it. */
export type Lesson = OutputOf<'reflection.get'>['reflection'];

/** What was made of an attempt, as the memory answers it. */
export type PastReflection = OutputOf<'attempt.window'>['items'][number]['reflection'];

/** An attempt, as it is given to the memory. */
export type AttemptInput = InputOf<'attempt.record'>;
