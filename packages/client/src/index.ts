// The library `@twicewise/client`, as programs import it.
export {
  AppError,
  type CallOptions,
  type Client,
  createClient,
  type Envelope,
  type ErrorCode,
  type ErrorReason,
  type Failure,
  type InputOf,
  type MemoryClient,
  type OperationName,
  type OutputOf,
} from '@twicewise/contract';
export type { ProgramOptions } from './caller.ts';
export { type ConnectOptions, connect } from './connect.ts';
