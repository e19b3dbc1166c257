export { ADR038_RULES, isEpisodeFile, ORIGINAL, parseAdr038 } from './episode-files/parse.ts';
export { rebase, renderAdr038 } from './episode-files/render.ts';
export { badFile, refuseUnfit } from './episodes/fit.ts';
export { causalOrder, FAULT_SAYS, type LinkFault, type Sifted, siftLinks } from './episodes/links.ts';
export { filesIn, unlessClosed } from './files/find-files.ts';
export { fileHash, readLines } from './files/read-lines.ts';
export { readRegularFile } from './files/regular-file.ts';
export { type ImportedLesson, importedLesson, parseLessonLine } from './lesson-lines/lesson-line.ts';
export { parseLineTime } from './lesson-lines/line-time.ts';
export { toSnakeKeys } from './loop-files/loop-keys.ts';
export {
  isLoopRecord,
  LOOP_RECORD,
  LOOP_RULES,
  type LoopAttempt,
  type LoopRecordFile,
  readLoopRecord,
} from './loop-files/read-record.ts';
export { isLoopState, LOOP_ORIGINAL, type LoopStateFile, readLoopState } from './loop-files/read-state.ts';
export { renderLoopRecord } from './loop-files/render-record.ts';
export { renderLoopState } from './loop-files/render-state.ts';
export { EXTRACTION_RULES, type Extracted } from './session-logs/extracted.ts';
export { extractingLog, sessionOfLog } from './session-logs/index.ts';
export { below, type Fields, isFields } from './session-logs/json/tree.ts';
export { type InParts, inTurns } from './session-logs/parts.ts';
export { saysFixture } from './session-logs/says-fixture.ts';
export { shortHash } from './short-hash.ts';
export type { CheckRun, TranscriptAttempt } from './transcripts/attempts/attempt.ts';
export { ATTEMPT_RULES } from './transcripts/attempts/collect-attempts.ts';
export { boundedStep } from './transcripts/bounds.ts';
export { sameCommand } from './transcripts/command.ts';
export { TRANSCRIPT_RULES } from './transcripts/episode/index.ts';
export { commandsIn } from './transcripts/episode/shell.ts';
export { findTranscripts, isTranscript, type TranscriptFile } from './transcripts/find-transcripts.ts';
export { hidesFailure } from './transcripts/hidden-failure.ts';
export { jsonValues } from './transcripts/json-values.ts';
export { transcriptOf } from './transcripts/known-by-content.ts';
export { ownTranscript } from './transcripts/own-transcript.ts';
export {
  FINDING_RULES,
  type ReadingOptions,
  readTranscript,
  type Transcript,
} from './transcripts/read-transcript.ts';
export { TRANSCRIPT_READERS } from './transcripts/readers/index.ts';
export { unwrapShellOutput, withoutUntrustedMarks } from './transcripts/readers/shell-output.ts';
export { MAX_NAME } from './transcripts/readers/unknown.ts';
export { failThenPass } from './transcripts/rules/fail-then-pass.ts';
export type { Finding } from './transcripts/rules/finding.ts';
export type { TranscriptSummary } from './transcripts/summary/collect-summary.ts';
export { type RenderedTurnFile, renderTurnFile, type TurnWithText } from './turn-file.ts';
