import { FEWEST_OUTCOMES, type Mean, type Rate, type TimeStep } from '@twicewise/contract';
import { attempts } from './attempts.ts';
import { count, percent, plural } from './numbers.ts';

/** A rate with its interval, or a text that there is none. */
function rateText({ value, n, low, high }: Rate): string {
  if (value === null || low === null || high === null) return 'no known outcome';
  return `${percent(value)} (95 % interval ${Math.round(low * 100)}–${percent(high)}) of ${plural(n, 'known outcome', 'known outcomes')}`;
}

/** A number with at most two digits behind the point, and a sign that is as long as a digit. */
const number = (value: number) => String(Math.round(value * 100) / 100).replace('-', '−');
/** The same, with its sign where it is above zero. */
const signed = (value: number) => `${value > 0 ? '+' : ''}${number(value)}`;

/** The interval of a mean. Values that are all equal have one without width, which says less than that they are. */
function intervalText({ low, high }: Mean, show: (value: number) => string): string {
  if (low === null || high === null) return 'no interval';
  return low === high ? 'all the same' : `95 % interval ${show(low)} to ${show(high)}`;
}

/** A mean with its interval, or a text that there is none. `show` formats its numbers. */
function meanText(mean: Mean, of: [one: string, many: string], show = number): string {
  const { value, n } = mean;
  if (value === null) return `not known yet, no ${of[0]}`;
  return `${show(value)} (${intervalText(mean, show)}) of ${plural(n, ...of)}`;
}

const RUN: [string, string] = ['task', 'tasks'];

type Authors = Record<'person' | 'agent' | 'importer', number>;
const lessonsBy = ({ agent, importer, person }: Authors) =>
  `${count(agent)} by agents and programs, ${count(importer)} imported, ${count(person)} by people`;

const STEPS: Record<TimeStep, string> = { day: 'day', week: 'week', month: 'month' };

/** Texts of the screen Insights, besides the titles of its figures. */
export const insights = {
  title: 'Insights',
  text: 'Counts lessons and attempts, without rejected lessons and the bin; sessions without either are not counted. Bars open what they count.',
  loading: 'Counting…',
  failed: 'Could not count the memory.',
  nothing: 'Nothing to count yet',
  nothingHint: 'Once agents store what they tried, how that went is counted here.',
  notDrawn: (title: string) => `Nothing to draw yet: ${title}`,
  nothingThen: 'No lesson was stored in this time.',
  period: 'Time',
  periods: { '30': '30 days', '90': '90 days', '365': '1 year', all: 'All' },
  counted: (time: string) => `Counted at ${time}`,
  again: 'Refresh',
  more: (value: number) => `Show ${count(value)} more`,
  fewer: 'Show five',
  /** Four figures above the rest. */
  headline: {
    title: 'In short',
    lessons: 'Lessons',
    success: 'Success',
    successText: ({ n, low, high }: Rate) =>
      low === null || high === null
        ? 'no known outcome'
        : `95 % interval ${Math.round(low * 100)}–${percent(high)}, of ${plural(n, 'known outcome', 'known outcomes')}`,
  },
  stepName: (step: TimeStep, from: string) => ({ day: from, week: `Week of ${from}`, month: from })[step],
  columns: {
    from: 'From',
    lessons: 'Lessons',
    rate: 'Success rate',
    n: 'Known outcomes',
    low: 'Interval from',
    high: 'to',
    asked: 'Asked for',
    unasked: 'Automatic',
    shown: 'Lessons shown',
    tokens: 'Tokens',
    statement: 'Statement',
    attempts: 'Attempts',
    reward: 'Mean reward',
    check: 'Check',
    before: 'Before',
    after: 'After',
    confidence: 'Confidence',
    better: 'Next was better',
    category: 'Category',
  },
  success: {
    label: (step: TimeStep) => `Success rate per ${STEPS[step]} with its 95 % interval`,
    finding: (total: Rate, assumed: number, thin: number, step: TimeStep) =>
      [
        `Success in ${rateText(total)}.`,
        assumed > 0
          ? `${plural(assumed, 'outcome that nobody stated is', 'outcomes that nobody stated are')} not counted.`
          : '',
        thin > 0
          ? `${plural(thin, STEPS[step], `${STEPS[step]}s`)} with fewer than ${FEWEST_OUTCOMES} known outcomes ${thin === 1 ? 'is' : 'are'} not drawn.`
          : '',
      ]
        .filter(Boolean)
        .join(' '),
    tooFew: `Too few to draw: no step of time has ${FEWEST_OUTCOMES} known outcomes.`,
    sources: (measured: number, reported: number, corrected: number) =>
      `Source: ${count(measured)} measured, ${count(reported)} reported, ${count(corrected)} corrected.`,
    point: (when: string, rate: Rate, lessons: number) =>
      `${when}: ${rateText(rate)}; ${plural(lessons, 'lesson', 'lessons')}`,
  },
  outcomes: {
    label: (step: TimeStep) => `Lessons per ${STEPS[step]} by outcome`,
    by: lessonsBy,
    finding: (total: number, authors: Authors) => `${plural(total, 'lesson', 'lessons')}: ${lessonsBy(authors)}.`,
    point: (when: string, parts: string) => `${when}: ${parts}`,
    none: 'no lessons',
  },
  shown: {
    label: (step: TimeStep) => `Answers to agents per ${STEPS[step]}, asked for and automatic`,
    finding: (asked: number, unasked: number, shown: number, tokens: number) =>
      `${plural(asked, 'answer', 'answers')} that agents asked for and ${plural(unasked, 'automatic reminder', 'automatic reminders')}, with ${plural(shown, 'lesson', 'lessons')} in ${plural(tokens, 'token', 'tokens')}.`,
    none: 'No agent asked or was shown anything in this time.',
    point: (when: string, asked: number, unasked: number, shown: number) =>
      `${when}: ${count(asked)} asked for, ${count(unasked)} automatic, ${plural(shown, 'lesson', 'lessons')}`,
  },
  use: {
    hitRate: 'Questions that found something',
    hitRateText: (n: number) => `of ${plural(n, 'search or brief', 'searches and briefs')} of agents`,
    reuse: 'Lessons used in another session than their own',
    reuseText: (n: number) => `of ${plural(n, 'lesson', 'lessons')} that agents say they used`,
    never: 'Lessons in use that no agent was ever shown',
    neverText: (n: number) => `of ${plural(n, 'lesson', 'lessons')} in use`,
    after: 'Success after lessons were shown',
    afterText: (n: number, other: string, without: number) =>
      `of ${plural(n, 'lesson', 'lessons')} that agents stored then; ${without === 0 ? 'none was stored otherwise yet' : `otherwise ${other} of ${count(without)}`}`,
    notYet: 'not enough yet',
    noneYet: 'none yet',
  },
  mix: {
    none: 'None of these lessons has one.',
    noAgent: 'no agent named',
    listed: (listed: number, leftOut: number) =>
      leftOut > 0 ? `The ${count(listed)} with the most lessons, of ${count(listed + leftOut)}.` : '',
    tags: 'A lesson with three tags counts in three.',
    label: (name: string, parts: string) => `${name}: ${parts}`,
  },
  statements: {
    failuresText: 'Said to have failed in at least two lessons, near-identical wordings together.',
    strategiesText: 'Said to have worked in at least two lessons, near-identical wordings together.',
    none: (n: number) =>
      n === 0 ? 'No lesson of this time could say so.' : `Nothing is said twice in ${plural(n, 'lesson', 'lessons')}.`,
    times: (value: number) => `${count(value)}×`,
    show: (value: number) => `Show the ${plural(value, 'lesson', 'lessons')}`,
    hide: 'Hide them',
    first: (shown: number, all: number) => `The newest ${count(shown)} of ${count(all)}.`,
    listed: (listed: number, leftOut: number) =>
      leftOut > 0 ? `These are the ${count(listed)} said most often, of ${count(listed + leftOut)}.` : '',
  },
  attempts: {
    show: (value: number) => `Show ${plural(value, 'attempt', 'attempts')}`,
    hide: 'Hide attempts',
    newest: (value: number) => `The newest ${count(value)}.`,
    inSession: (session: string) => `in ${session}`,
    gone: 'These attempts are in the bin now.',
    overTime: {
      label: (step: TimeStep) => `Attempts per ${STEPS[step]} by outcome`,
      finding: (total: number, counted: number, rate: Rate) =>
        [
          `${plural(total, 'attempt', 'attempts')}, success in ${rateText(rate)}.`,
          counted < total ? `The newest ${count(counted)} are counted.` : '',
        ]
          .filter(Boolean)
          .join(' '),
      point: (when: string, parts: string, reward: Mean) =>
        `${when}: ${parts}; reward ${meanText(reward, ['measured attempt', 'measured attempts'])}`,
    },
    better: {
      learning: 'Reward gained from one attempt to the next',
      errors: 'Change in failed tests from the first attempt to the last',
      value: (mean: Mean) => (mean.value === null ? 'not known yet' : signed(mean.value)),
      text: (mean: Mean) =>
        mean.value === null
          ? 'No task has two attempts that were measured in the same way.'
          : `${intervalText(mean, signed)}, ${plural(mean.n, ...RUN)} with two or more measured attempts`,
    },
    toSuccess: {
      finding:
        'By the check of the task, before a lesson was first shown in its project and after. It does not say why.',
      none: 'No task has succeeded yet.',
      kind: (kind: string | null) => (kind === null ? 'Not checked' : attempts.kind(kind)),
      mean: (mean: Mean) => meanText(mean, RUN),
      open: (value: number) => (value === 0 ? '' : `, ${count(value)}\u00a0still\u00a0open`),
    },
    calibration: {
      finding:
        'How sure agents were after an attempt without success, and how often the next one at the task was better.',
      none: 'No reflection on an attempt without success says how sure it is and was followed by another attempt at its task.',
      band: (from: number, to: number) => `${Math.round(from * 100)}–${percent(to)}`,
      rate: (rate: Rate) =>
        rate.value === null || rate.low === null || rate.high === null
          ? 'none yet'
          : `${percent(rate.value)} (95 % interval ${Math.round(rate.low * 100)}–${percent(rate.high)}) of ${plural(rate.n, 'attempt', 'attempts')}`,
    },
    categories: {
      finding: 'As the reflections on them say.',
      none: 'No reflection names a category.',
    },
  },
};
