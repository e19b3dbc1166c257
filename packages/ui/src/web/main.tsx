import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '../app/app.tsx';
import { createHttpTransport } from './http-transport.ts';
import { takeToken } from './token.ts';

const transport = createHttpTransport('/', takeToken(window));
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App transport={transport} />
    </StrictMode>,
  );
}
