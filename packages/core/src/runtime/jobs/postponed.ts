/**
 * Thrown by a job that cannot continue now through no fault of its own. The job keeps its state. The code that throws it wakes the
 * runner when another attempt is worthwhile.
 */
export class Postponed extends Error {}
