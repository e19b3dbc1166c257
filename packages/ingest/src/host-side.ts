// What the host's main thread uses of this package. The rest of it runs in the store worker, and loading it twice would keep every
// agent waiting that starts a host: nothing here may lead to the index.
export { readRegularFile } from './files/regular-file.ts';
export { hidesFailure } from './transcripts/hidden-failure.ts';
export { ownTranscript } from './transcripts/own-transcript.ts';
export { unwrapShellOutput, withoutUntrustedMarks } from './transcripts/shell-output.ts';
export { tellingLines } from './transcripts/telling-lines.ts';
