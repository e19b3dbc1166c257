import { FEWEST_OUTCOMES, type Rate, type TimeStep } from '@twicewise/contract';
import { count, plural } from './numbers.ts';

/** A share in whole per cent. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** A rate with its interval, or a text that there is none. */
function rateText({ value, n, low, high }: Rate): string {
  if (value === null || low === null || high === null) return 'no known outcome';
  return `${percent(value)} (95 % interval ${Math.round(low * 100)}–${percent(high)}) of ${plural(n, 'known outcome', 'known outcomes')}`;
}

const STEPS: Record<TimeStep, string> = { day: 'day', week: 'week', month: 'month' };

/** Texts for charts and for the tables with the same data. */
export const chart = {
  table: 'Table',
  chart: 'Chart',
  list: 'List',
  saveSvg: 'Save SVG',
  saveCsv: 'Save CSV',
};

/** Texts of the screen Insights. */
export const insights = {
  title: 'Insights',
  text: 'Counted in the memory itself, every lesson but those rejected or in the bin. Each number leads to its lessons.',
  loading: 'Counting…',
  failed: 'The memory could not be counted.',
  nothing: 'Nothing to count yet',
  nothingHint: 'Once agents store what they tried, what comes of it is counted here.',
  nothingThen: 'No lesson was stored in this time.',
  period: 'Time',
  periods: { '30': '30 days', '90': '90 days', '365': '1 year', all: 'All' },
  counted: (time: string) => `Counted at ${time}`,
  again: 'Count again',
  step: (step: TimeStep) => STEPS[step],
  stepName: (step: TimeStep, from: string) => ({ day: from, week: `Week of ${from}`, month: from })[step],
  columns: {
    from: 'From',
    lessons: 'Lessons',
    rate: 'Success rate',
    n: 'Known outcomes',
    low: 'Interval from',
    high: 'to',
    asked: 'Asked',
    unasked: 'Unasked',
    shown: 'Lessons told',
    tokens: 'Tokens',
    statement: 'Statement',
  },
  success: {
    title: 'Success rate over time',
    label: (step: TimeStep) => `Success rate per ${STEPS[step]} with its 95 % interval`,
    finding: (total: Rate, assumed: number, thin: number, step: TimeStep) =>
      [
        `Success in ${rateText(total)}.`,
        assumed > 0 ? `${plural(assumed, 'outcome is', 'outcomes are')} only assumed by default and not counted.` : '',
        thin > 0
          ? `${plural(thin, STEPS[step], `${STEPS[step]}s`)} with fewer than ${FEWEST_OUTCOMES} known outcomes ${thin === 1 ? 'is' : 'are'} not drawn.`
          : '',
      ]
        .filter(Boolean)
        .join(' '),
    tooFew: `Too few to draw: no step of time has ${FEWEST_OUTCOMES} known outcomes.`,
    sources: (measured: number, reported: number, corrected: number) =>
      `Known because measured ${count(measured)}, reported ${count(reported)}, corrected ${count(corrected)}.`,
    point: (when: string, rate: Rate, lessons: number) =>
      `${when}: ${rateText(rate)}; ${plural(lessons, 'lesson', 'lessons')}`,
  },
  outcomes: {
    title: 'Lessons by outcome',
    label: (step: TimeStep) => `Lessons per ${STEPS[step]} by outcome`,
    finding: (total: number, authors: { person: number; agent: number; importer: number }) =>
      `${plural(total, 'lesson', 'lessons')}: ${count(authors.agent)} by agents and programs, ${count(authors.importer)} imported, ${count(authors.person)} by people.`,
    point: (when: string, parts: string) => `${when}: ${parts}`,
    none: 'no lessons',
  },
  told: {
    title: 'What agents were told',
    label: (step: TimeStep) => `Answers to agents per ${STEPS[step]}, asked for and unasked`,
    finding: (asked: number, unasked: number, shown: number, tokens: number) =>
      `${plural(asked, 'answer', 'answers')} to what agents asked and ${plural(unasked, 'reminder', 'reminders')} unasked, with ${plural(shown, 'lesson', 'lessons')} in ${plural(tokens, 'token', 'tokens')}.`,
    none: 'No agent has asked or been told anything in this time.',
    point: (when: string, asked: number, unasked: number, shown: number) =>
      `${when}: ${count(asked)} asked, ${count(unasked)} unasked, ${plural(shown, 'lesson', 'lessons')}`,
  },
  use: {
    title: 'Whether lessons are read',
    hitRate: 'Questions that found something',
    hitRateText: (n: number) => `of ${plural(n, 'search or brief', 'searches and briefs')} of agents`,
    reuse: 'Lessons used in another session than their own',
    reuseText: (n: number) => `of ${plural(n, 'lesson', 'lessons')} that an agent named as used`,
    never: 'Lessons in use that no agent was ever shown',
    neverText: (n: number) => `of ${plural(n, 'lesson', 'lessons')} in use`,
    after: 'Success after lessons were shown',
    afterText: (n: number, other: string) => `of ${plural(n, 'attempt', 'attempts')}; ${other} where none were`,
    notYet: 'not enough yet',
    noneYet: 'none yet',
  },
  mix: {
    project: 'By project',
    tag: 'By tag',
    agent: 'By agent',
    none: 'None of these lessons has one.',
    noAgent: 'no agent named',
    leftOut: (value: number) => `${count(value)} more with fewer lessons.`,
    more: (value: number) => `${count(value)} more`,
    tags: 'A lesson with three tags counts in three.',
    label: (name: string, parts: string) => `${name}: ${parts}`,
  },
  statements: {
    failures: 'What fails most often',
    failuresText: 'Said to have failed in at least two lessons, near-identical wordings together.',
    strategies: 'What works most often',
    strategiesText: 'Said to have worked in at least two lessons, near-identical wordings together.',
    none: (n: number) =>
      n === 0 ? 'No lesson of this time could say so.' : `Nothing is said twice in ${plural(n, 'lesson', 'lessons')}.`,
    times: (value: number) => `${count(value)}×`,
    show: (value: number) => `Show the ${plural(value, 'lesson', 'lessons')}`,
    hide: 'Hide them',
    first: (shown: number, all: number) => `The newest ${count(shown)} of ${count(all)}.`,
    leftOut: (value: number) => `${count(value)} more are said less often.`,
  },
};
