import { useQuery } from '@tanstack/react-query';
import type { Settings } from '@twicewise/contract';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { useClient } from '../data/client.ts';
import { settingsOptions as settingsQuery } from '../data/queries/host.ts';

/** Light, dark, or the system's theme. */
export type Theme = Settings['ui.theme'];
/** How close together rows are. */
export type Density = 'comfortable' | 'compact';

/** The appearance of the interface, and functions to change it. */
export interface Appearance {
  theme: Theme;
  setTheme: (theme: Theme) => void;
  density: Density;
  setDensity: (density: Density) => void;
}

/** Also read by `first-paint.js`, before anything is drawn. */
const STORED = { theme: 'twicewise.theme', density: 'twicewise.density' };

function storedTheme(): Theme {
  const theme = localStorage.getItem(STORED.theme);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function storedDensity(): Density {
  return localStorage.getItem(STORED.density) === 'compact' ? 'compact' : 'comfortable';
}

function apply(name: 'theme' | 'density', value: string, usual: string): void {
  if (value === usual) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
  localStorage.setItem(STORED[name], value);
}

/** The theme: a setting of the memory, also kept in this browser so that it is known before the host answers. */
function useTheme(): [Theme, (theme: Theme) => void] {
  const client = useClient();
  const { data } = useQuery(settingsQuery(client));
  const [theme, setTheme] = useState(storedTheme);
  const remote = data?.['ui.theme'];
  useEffect(() => {
    if (remote) setTheme(remote);
  }, [remote]);
  const choose = useMemo(
    () => (next: Theme) => {
      setTheme(next);
      // A failure is not shown: this browser keeps the choice, and other windows keep theirs.
      void client.envelope('settings.set', { changes: { 'ui.theme': next } });
    },
    [client],
  );
  return [theme, choose];
}

const AppearanceContext = createContext<Appearance | null>(null);

/** The appearance of this window. */
export function useAppearance(): Appearance {
  const appearance = useContext(AppearanceContext);
  if (!appearance) throw new Error('No <AppearanceProvider> above this component.');
  return appearance;
}

/** Applies the appearance to the page. The density belongs to this window, because it depends on the screen in use. */
export function AppearanceProvider({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useTheme();
  const [density, setDensity] = useState(storedDensity);
  useEffect(() => apply('theme', theme, 'system'), [theme]);
  useEffect(() => apply('density', density, 'comfortable'), [density]);
  const value = useMemo(() => ({ theme, setTheme, density, setDensity }), [theme, setTheme, density]);
  return <AppearanceContext value={value}>{children}</AppearanceContext>;
}
