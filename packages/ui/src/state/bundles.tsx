import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Exported } from '../data/queries/bundles.ts';
import type { bundles as bundlesWords } from '../strings/bundles.ts';

/** Lessons or sessions to export: selected ones, or those of a list. */
export interface ChosenToExport {
  kind: 'lessons' | 'sessions';
  selection: Exported;
  /** Their number when they were chosen. */
  count: number;
  /** What they were chosen from. */
  among: keyof typeof bundlesWords.toExport.chosen;
}

/** What the bundle sheet is open for. */
export type BundleSheet =
  | { kind: 'export'; records: ChosenToExport | null }
  /** `path`: the file to inspect at once; without one, a person chooses it. */
  | { kind: 'import'; path?: string };

interface Bundles {
  sheet: BundleSheet | null;
  /** Opens the sheet; null closes it. */
  open: (sheet: BundleSheet | null) => void;
}

const BundlesContext = createContext<Bundles | null>(null);

/** Holds the open bundle sheet above the screens, because several screens open it. */
export function BundlesProvider({ children }: { children: ReactNode }) {
  const [sheet, open] = useState<BundleSheet | null>(null);
  const value = useMemo(() => ({ sheet, open }), [sheet]);
  return <BundlesContext value={value}>{children}</BundlesContext>;
}

/** The bundle sheet of this window. */
export function useBundles(): Bundles {
  const bundles = useContext(BundlesContext);
  if (!bundles) throw new Error('No <BundlesProvider> above this component.');
  return bundles;
}
