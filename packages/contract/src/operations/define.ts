import type * as z from 'zod';

/** A query changes nothing. A command writes, and every change it makes to the memory is logged and can be undone. */
export type OperationKind = 'query' | 'command';

/** One operation of Twicewise, declared once and reachable through every door. */
export interface OperationDefinition<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  readonly kind: OperationKind;
  /** Its purpose in one sentence; shown in the reference and by `twicewise call --help`. */
  readonly summary: string;
  readonly input: I;
  readonly output: O;
}

/** Declares an operation that only reads. */
export function query<I extends z.ZodType, O extends z.ZodType>(summary: string, input: I, output: O) {
  return { kind: 'query', summary, input, output } as const satisfies OperationDefinition<I, O>;
}

/** Declares an operation that writes. */
export function command<I extends z.ZodType, O extends z.ZodType>(summary: string, input: I, output: O) {
  return { kind: 'command', summary, input, output } as const satisfies OperationDefinition<I, O>;
}
