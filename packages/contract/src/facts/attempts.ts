// Facts about attempts without schemas, so that the interface can use them.

/** Maximum number of attempts that a figure of insights names. */
export const MAX_INSIGHT_ATTEMPTS = 50;

/** What a reward is made of, each with a weight in the settings (S3-18). */
export const REWARD_PARTS = ['tests', 'types', 'lint'] as const;

/** The parts of a working summary, in the order in which they are told. */
export const SUMMARY_PARTS = ['goal', 'progress', 'approach', 'known', 'next'] as const;
