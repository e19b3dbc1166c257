/**
 * Maximum time that long work holds the thread, in milliseconds: one step of a job, or one slice of reading. Requests wait for at
 * most this time plus one commit.
 */
export const STEP_MS = 8;
