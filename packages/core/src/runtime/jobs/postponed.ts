/**
 * Thrown by a job that cannot go on now through no fault of its own: it stays as it is. Whoever throws it wakes the runner
 * when it is worth trying again.
 */
export class Postponed extends Error {}
