import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createHostAccess } from '../data/client.ts';
import { goLive } from '../data/live.ts';
import { SCREEN_IDS, screenAt } from '../data/screens.ts';
import type { Transport } from '../data/transport.ts';
import { loadScreen } from '../screens/screen-looks.ts';
import { App } from './app.tsx';
import { leavePickersTheirKeys } from './picker-keys.ts';
import { askAhead, createQueries } from './queries.ts';
import { createAppRouter } from './routes.tsx';

/** Milliseconds until what other screens need is loaded, so that they open at once, even when the host is away by then. */
const OTHERS_AFTER_MS = 1000;

/** Draws the whole interface into the page's `#root`, for as long as the page is there. */
export function mount(transport: Transport): void {
  const root = document.getElementById('root');
  if (!root) return;
  leavePickersTheirKeys();
  const host = createHostAccess(transport);
  const queries = createQueries();
  const router = createAppRouter();
  // Slow work continues while the frame is drawn.
  void loadScreen(screenAt(router.latestLocation.pathname) ?? 'today');
  goLive(transport, queries);
  askAhead(router.latestLocation, host.client, queries);
  createRoot(root).render(
    <StrictMode>
      <App host={host} queries={queries} router={router} />
    </StrictMode>,
  );
  setTimeout(() => {
    for (const id of SCREEN_IDS) void loadScreen(id);
    import('../sheets/sheets.ts').catch(() => {});
  }, OTHERS_AFTER_MS);
}
