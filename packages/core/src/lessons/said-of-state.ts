import type { ReflectionState } from '@twicewise/contract';

/** What was done when lessons were given a state, as the screens say it: "Accepted", "Accepted 4 lessons". */
export function saidOfState(state: ReflectionState, lessons?: string): string {
  if (state === 'draft') return lessons === undefined ? 'Set to draft' : `Set ${lessons} to draft`;
  const done = `${state.slice(0, 1).toUpperCase()}${state.slice(1)}`;
  return lessons === undefined ? done : `${done} ${lessons}`;
}
