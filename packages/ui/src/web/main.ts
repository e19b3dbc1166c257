import { mount } from '../app/mount.tsx';
import { createHttpTransport } from './http-transport.ts';
import { borrowToken, lendToken, takeLaterTokens, takeToken } from './token.ts';

// Awaited in a function: an await of the module itself makes the bundler split what all screens share into many files.
async function start(): Promise<void> {
  takeLaterTokens(window);
  const token = takeToken(window) ?? (await borrowToken(window));
  if (token !== null) lendToken(token);
  mount(createHttpTransport('/', token));
}

void start();
