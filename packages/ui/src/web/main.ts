import { mount } from '../app/mount.tsx';
import { createHttpTransport } from './http-transport.ts';
import { takeLaterTokens, takeToken } from './token.ts';

takeLaterTokens(window);
mount(createHttpTransport('/', takeToken(window)));
