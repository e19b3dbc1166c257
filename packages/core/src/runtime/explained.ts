import { explainSqliteError } from '@twicewise/store';

/** Runs a task and turns errors of a full disk or a damaged file into errors that say so. */
export async function explained<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw explainSqliteError(error);
  }
}
