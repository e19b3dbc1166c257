import { AppError } from '@twicewise/contract';
import * as z from 'zod';

/** The result, or why something cannot be stored. */
export function unlessUnfit<T extends string>(record: () => T): T | { message: string } {
  try {
    return record();
  } catch (error) {
    if (error instanceof AppError) return error;
    if (error instanceof z.ZodError) return { message: z.prettifyError(error) };
    throw error;
  }
}
