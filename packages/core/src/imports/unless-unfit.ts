import { AppError } from '@twicewise/contract';
import * as z from 'zod';

/** The result of recording something that was read from a file, or why it cannot be stored. Other errors are thrown. */
export function unlessUnfit<T extends string | null>(record: () => T): T | { message: string } {
  try {
    return record();
  } catch (error) {
    if (error instanceof AppError) return error;
    if (error instanceof z.ZodError) return { message: z.prettifyError(error) };
    throw error;
  }
}
