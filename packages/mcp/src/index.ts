export { DATA_META, KEY_META } from './bridge/key-meta.js';
export * from './http-handler.ts';
export * from './line-splitter.ts';
export * from './line-transport.ts';
export * from './listen-privately.ts';
export * from './render.ts';
export * from './server.ts';
export * from './socket-server.ts';
export * from './tool-result.ts';
