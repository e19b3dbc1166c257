import { useQuery } from '@tanstack/react-query';
import type { Settings } from '@twicewise/contract';
import { useEffect, useState } from 'react';
import { useClient } from '../data/client.ts';
import { settings as settingsQuery } from '../data/queries/host.ts';

/** Light, dark, or whatever the system says. */
export type Theme = Settings['ui.theme'];

/** Also read by `first-paint.js`, before anything is drawn. */
const STORED = 'twicewise.theme';

function stored(): Theme {
  const theme = localStorage.getItem(STORED);
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  localStorage.setItem(STORED, theme);
}

/** The theme: a setting of the memory, kept in this browser too so that it is there before the host answers. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const client = useClient();
  const { data } = useQuery(settingsQuery(client));
  const [theme, setTheme] = useState(stored);
  const remote = data?.['ui.theme'];

  useEffect(() => {
    if (remote) setTheme(remote);
  }, [remote]);
  useEffect(() => apply(theme), [theme]);

  const choose = (next: Theme) => {
    setTheme(next);
    // A failure changes nothing to see: this browser keeps the choice, the other windows keep theirs.
    void client.envelope('settings.set', { changes: { 'ui.theme': next } });
  };
  return [theme, choose];
}
