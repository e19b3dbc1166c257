/**
 * The title of each part of the screen Insights, by its name in links and files, in the order of the screen. They are here because the
 * palette names them before that screen is loaded.
 */
export const insightsParts = {
  'success-over-time': 'Success rate over time',
  'lessons-by-outcome': 'Lessons by outcome',
  'attempts-by-outcome': 'Attempts by outcome',
  'attempt-progress': 'Progress of attempts',
  'attempts-to-success': 'Attempts to success',
  confidence: 'Confidence, and whether the next attempt was better',
  'failure-categories': 'Why attempts failed',
  failures: 'What fails most often',
  strategies: 'What works most often',
  'by-project': 'By project',
  'by-tag': 'By tag',
  'by-agent': 'By agent',
  'lessons-shown': 'Lessons shown to agents',
  use: 'Use of lessons',
};

/** The name of a part of the screen Insights. */
export type InsightsPart = keyof typeof insightsParts;
