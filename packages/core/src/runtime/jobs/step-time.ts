/**
 * Longest time that long work holds the thread before others have a turn, in milliseconds: one step of a job, or one slice of
 * reading. Other clients wait at most this long and one commit.
 */
export const STEP_MS = 8;
