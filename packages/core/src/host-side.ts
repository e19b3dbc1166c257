// The parts of core that the host's main thread uses. The rest of core runs in the store worker; loading it twice would delay
// every agent that starts a host. So nothing here may import the index of this package.
export { BUILT_IN_VARIABLE } from './vectors/built-in.ts';
export { KEY_VARIABLE } from './vectors/embedding-failure.ts';
