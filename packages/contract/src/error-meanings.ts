import type { ErrorCode, ErrorReason } from './errors.ts';

/** What a code or reason stands for, whoever meets it; the failure itself says what happened in this case. */
export interface Meaning {
  /** What is the matter. */
  means: string;
  /** What whoever asked can do about it. */
  advice: string;
}

/** What each code stands for. */
export const CODE_MEANINGS: Readonly<Record<ErrorCode, Meaning>> = {
  invalid_input: { means: 'The request is not as the operation takes it.', advice: 'Correct what the message names.' },
  not_found: { means: 'What the request names is not there.', advice: 'Look it up with the list of its kind.' },
  conflict: {
    means: 'The request fits no longer, or not yet, to what is there.',
    advice: 'Read what is there now, then decide anew.',
  },
  busy: { means: 'There is no room for it at the moment.', advice: 'Wait a moment and send it again.' },
  unavailable: {
    means: 'The memory cannot do it in the state it or its disk is in.',
    advice: 'Do what the hint says; `twicewise doctor` tells the state.',
  },
  refused: { means: 'Whoever asks may not do this.', advice: 'Ask as the one who may: the hint says who.' },
  internal: { means: 'A fault of the program.', advice: 'Look into the log of the host and report it.' },
};

/** What each reason stands for. */
export const REASON_MEANINGS: Readonly<Record<ErrorReason, Meaning>> = {
  unknown_operation: {
    means: 'There is no operation or tool of this name.',
    advice: 'Use a name of the reference; the hint lists them.',
  },
  too_large: {
    means: 'A text, list, file or request is over its limit.',
    advice: 'Send less; the message says the limit.',
  },
  too_deep: { means: 'The JSON is nested too deeply.', advice: 'Send flatter data.' },
  malformed: { means: 'What was sent is not JSON, or not UTF-8.', advice: 'Send one JSON value in UTF-8.' },
  changed_since: {
    means: 'Something changed what the request is about since it was read.',
    advice: 'Read it again and repeat with its new revision or digest.',
  },
  already_undone: {
    means: 'The operation was undone before.',
    advice: 'Redo it with `operation.redo` if that is meant.',
  },
  nothing_to_do: { means: 'What was asked for is so already.', advice: 'Nothing.' },
  in_use: {
    means: 'A name is taken, or something still belongs to what was to be removed.',
    advice: 'Choose another name, or change first what uses it.',
  },
  key_reused: {
    means: 'The idempotency key was used for another request.',
    advice: 'Use a new key for each request, and the same one only to repeat it.',
  },
  rate_limited: {
    means: 'One connection, or all together, asked for more than is taken at once.',
    advice: 'Wait for answers before sending more.',
  },
  bad_token: {
    means: 'The token is missing, or not that of this data folder.',
    advice: 'Send the one in `run/token` of the data folder.',
  },
  bad_origin: {
    means: 'The request came from another page, or through another name than this host listens on.',
    advice: 'Open the address that the host printed.',
  },
  disk_full: { means: 'The disk is full; nothing was changed.', advice: 'Free some space; writing resumes by itself.' },
  io_error: {
    means: 'The disk reported an error; the change may have been kept or not.',
    advice: 'Look whether it is there before you repeat it; copy the data folder to another disk if it goes on.',
  },
  read_only: {
    means: 'The data folder cannot be written, so the memory is only read.',
    advice: 'Make the folder writable, or choose another with `--data`, and restart.',
  },
  newer_schema: {
    means: 'A newer version of the program wrote this memory; it was not touched.',
    advice: 'Update the program, or choose another data folder.',
  },
  foreign_file: {
    means: 'The file of the memory belongs to another program; it was not touched.',
    advice: 'Choose another data folder, or move that file away.',
  },
  damaged: {
    means: 'The memory, a record or a backup is not as it was written.',
    advice: 'Run `twicewise doctor`: it names the newest good backup and how to restore it.',
  },
  migration_failed: {
    means: 'The memory could not be brought to the form of this version; it is as it was before.',
    advice: 'Go back to the version that wrote it, or restore a backup.',
  },
  locked: {
    means: 'Another process holds the memory and does not answer.',
    advice: 'Try again in a moment; if it goes on, end the process that the message names.',
  },
  handed_over: { means: 'This host is ending; nothing was changed.', advice: 'Try again: the next host takes over.' },
  no_host: {
    means: 'The host ended before it answered.',
    advice: 'Send the request again with the same idempotency key.',
  },
  unanswered: {
    means: 'The request was sent and not answered in time; what it was to change may have changed.',
    advice: 'Look whether it was carried out, or send it again with the same idempotency key.',
  },
  bad_file: {
    means: 'A file or folder is missing, or not what it should be.',
    advice: 'Correct what the message names, with line or place, and give it again.',
  },
  cancelled: { means: 'The job was cancelled.', advice: 'Start it again if it is still wanted.' },
  partly_undone: {
    means: 'Something that was to be undone was changed or used meanwhile; the rest was undone.',
    advice: 'Undo those changes first, then undo the job again.',
  },
  purged: {
    means: 'What the request is about was purged; nothing of it is left.',
    advice: 'Use a new key to do it anew; what was purged cannot come back.',
  },
};
