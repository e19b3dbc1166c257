// What the host's main thread uses of the core. The rest of it runs in the store worker, and loading it twice would keep every
// agent waiting that starts a host: nothing here may lead to the index of this package.
export { hidesFailure } from './history/hidden-failure.ts';
export { unwrapShellOutput, withoutUntrustedMarks } from './history/shell-output.ts';
export { tellingLines } from './history/telling-lines.ts';
export { readRegularFile } from './importing/regular-file.ts';
export { BUILT_IN_VARIABLE } from './vectors/built-in.ts';
export { KEY_VARIABLE } from './vectors/embedding-failure.ts';
