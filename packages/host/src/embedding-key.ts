import { KEY_VARIABLE } from '@twicewise/core/host-side';

/** The key for the embedding server, null for none. It comes from the environment only, so that no file and no backup holds it. */
export function embeddingKey(environment: NodeJS.ProcessEnv): string | null {
  const key = environment[KEY_VARIABLE]?.trim();
  return key === undefined || key === '' ? null : key;
}
