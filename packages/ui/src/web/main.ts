import { mount } from '../app/mount.tsx';
import { createHttpTransport } from './http-transport.ts';
import { borrowToken, lendToken, takeLaterTokens, takeToken } from './token.ts';

takeLaterTokens(window);
const token = takeToken(window) ?? (await borrowToken(window));
if (token !== null) lendToken(token);
mount(createHttpTransport('/', token));
