export { type Clean, cleanHead, cleanTail, LONGEST_SECRET } from './clean-cut.ts';
export { MARKER_START, MOST_PER_TEXT, work } from './finding.ts';
export { redactRequest } from './identity.ts';
export { notesOnRedaction } from './notes.ts';
export { createRedactor, type Redacted, type Redaction, type Redactor } from './redactor.ts';
