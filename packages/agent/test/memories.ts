import { type FailingMemory, openFailingMemory } from '@twicewise/testkit';
import { onTestFinished } from 'vitest';

/** A memory that ends with the test. */
export function ownMemory(): FailingMemory {
  const memory = openFailingMemory();
  onTestFinished(memory.close);
  return memory;
}
