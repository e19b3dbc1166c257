/** The title of each part of the screen Settings. They are here because the palette names them before that screen is loaded. */
export const settingsParts = {
  appearance: 'Appearance',
  review: 'Review',
  automatic: 'Automatic lessons and recording',
  limits: 'Limits',
  attempts: 'Attempts',
  turns: 'Turns',
  meaning: 'Search by meaning',
};
