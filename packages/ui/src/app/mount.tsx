import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Transport } from '../data/transport.ts';
import { App } from './app.tsx';

/** Draws the whole interface into the page's `#root`. */
export function mount(transport: Transport): void {
  const root = document.getElementById('root');
  if (!root) return;
  createRoot(root).render(
    <StrictMode>
      <App transport={transport} />
    </StrictMode>,
  );
}
