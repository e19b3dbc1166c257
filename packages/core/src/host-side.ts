// What the host's main thread uses of the core. The rest of it runs in the store worker, and loading it twice would keep every
// agent waiting that starts a host: nothing here may lead to the index of this package.
export { BUILT_IN_VARIABLE } from './vectors/built-in.ts';
export { KEY_VARIABLE } from './vectors/embedding-failure.ts';
