import { explainSqliteError } from '@twicewise/store';

/** Runs a task so that a full disk or a damaged file is said as such. */
export async function explained<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw explainSqliteError(error);
  }
}
