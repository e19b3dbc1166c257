import { mount } from '../app/mount.tsx';
import { createHttpTransport } from './http-transport.ts';
import { takeToken } from './token.ts';

mount(createHttpTransport('/', takeToken(window)));
