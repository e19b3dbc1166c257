// What the host's main thread uses of this package. The rest runs in the store worker, and loading it twice would delay every
// agent that starts a host. So nothing here may import the index.
export { readRegularFile } from './files/regular-file.ts';
export { hidesFailure } from './transcripts/hidden-failure.ts';
export { ownTranscript } from './transcripts/own-transcript.ts';
export { unwrapShellOutput, withoutUntrustedMarks } from './transcripts/readers/shell-output.ts';
