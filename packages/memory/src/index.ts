// The library `@twicewise/memory`, as programs import it.
export {
  AppError,
  type Client,
  type InputOf,
  type MemoryClient,
  type OperationName,
  type OutputOf,
} from '@twicewise/client';
export { type CreateOptions, createMemory } from './create-memory.ts';
