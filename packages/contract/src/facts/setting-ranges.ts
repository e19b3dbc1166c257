/** Smallest budget of a brief in tokens: enough to say that nothing fits. */
export const MIN_BRIEF_TOKENS = 100;
/** Largest budget of a brief in tokens. */
export const MAX_BRIEF_TOKENS = 8000;

/** Most of one output of an attempt that can be kept, head and tail together, in UTF-8 bytes. */
export const MAX_OUTPUT_BYTES = 65_536;

/** Smallest and largest values of settings that are whole numbers. */
export const SETTING_RANGES = {
  'window.session': [1, 1000],
  'window.project': [1, 10_000],
  'remind.sessionTokens': [MIN_BRIEF_TOKENS, MAX_BRIEF_TOKENS],
  'remind.promptTokens': [MIN_BRIEF_TOKENS, MAX_BRIEF_TOKENS],
  'remind.failureTokens': [MIN_BRIEF_TOKENS, MAX_BRIEF_TOKENS],
  'attempts.outputBytes': [0, MAX_OUTPUT_BYTES],
  'reward.tests': [0, 100],
  'reward.types': [0, 100],
  'reward.lint': [0, 100],
  'turns.keepNewest': [0, 1_000_000],
  'turns.keepDays': [0, 3650],
  'backup.everyMinutes': [1, 1440],
} as const;
/** Name of a setting in {@link SETTING_RANGES}. */
export type RangedSetting = keyof typeof SETTING_RANGES;
