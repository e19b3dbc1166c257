import { KEY_VARIABLE } from '@twicewise/core/host-side';

/**
 * The key for the embedding server; null if there is none. It comes only from the environment, so that no file and no backup
 * holds it.
 */
export function embeddingKey(environment: NodeJS.ProcessEnv): string | null {
  const key = environment[KEY_VARIABLE]?.trim();
  return key === undefined || key === '' ? null : key;
}
