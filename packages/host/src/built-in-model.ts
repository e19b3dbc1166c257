import { BUILT_IN_VARIABLE } from '@twicewise/core/host-side';

/** Whether the built-in model may be used. The environment can forbid it, whatever the settings say. */
export function usesBuiltInModel(environment: NodeJS.ProcessEnv): boolean {
  return environment[BUILT_IN_VARIABLE]?.trim().toLowerCase() !== 'off';
}
