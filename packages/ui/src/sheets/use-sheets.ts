import { useLoaded } from '../state/use-loaded.ts';

const load = () => import('./sheets.ts');

/** The sheets, which are loaded when one of them is first wanted; null until then. See {@link useLoaded}. */
export function useSheets(wanted: boolean, onFailed: () => void): Awaited<ReturnType<typeof load>> | null {
  return useLoaded(load, wanted, onFailed);
}
