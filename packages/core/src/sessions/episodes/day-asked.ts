import { namesNothing } from '@twicewise/search';

// Finds a day in a question, as an ISO date ("2026-01-05") or in words ("January 5, 2026", "5. Januar 2026"). Days are matched
// as dates, because neighbouring days share all words but one. A date without a year, or with slashes, is ambiguous, and is
// searched for as ordinary words.

/** The months in English and German, in order, full and abbreviated. */
const MONTHS = [
  ...['jan(?:uary|uar)?', 'feb(?:ruary|ruar)?', 'm[aä]r(?:ch|z)?', 'apr(?:il)?', 'ma[iy]', 'jun[ei]?', 'jul[iy]?'],
  ...['aug(?:ust)?', 'sep(?:t|tember)?', 'o[ck]t(?:ober)?', 'nov(?:ember)?', 'de[cz](?:ember)?'],
];
const MONTH = `(${MONTHS.join('|')})\\.?`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th|\\.)?';
const YEAR = '(\\d{4})';

interface Form {
  pattern: RegExp;
  /** Positions of year, month and day in the match. */
  parts: readonly [number, number, number];
}

const FORMS: readonly Form[] = [
  { pattern: /(?<![\w-])(\d{4})-(\d\d)-(\d\d)(?![\w-])/u, parts: [1, 2, 3] },
  { pattern: /(?<![\w.])(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\w|\.\d)/u, parts: [3, 2, 1] },
  { pattern: new RegExp(`\\b${MONTH}\\s${DAY},?\\s${YEAR}\\b`, 'iu'), parts: [3, 1, 2] },
  { pattern: new RegExp(`\\b${DAY}\\s(?:of\\s)?${MONTH},?\\s${YEAR}\\b`, 'iu'), parts: [3, 2, 1] },
];

/** Maximum characters of a question that are read. */
const MAX_READ = 2000;

/** A day that a question names. */
export interface DayAsked {
  /** `YYYY-MM-DD`. */
  date: string;
  /** The question without the day. */
  rest: string;
  /** The question asks only for what was done on that day. */
  isAll: boolean;
}

function monthOf(word: string): string {
  if (/^\d+$/u.test(word)) return word.padStart(2, '0');
  const at = MONTHS.findIndex((month) => new RegExp(`^(?:${month})$`, 'iu').test(word));
  return String(at + 1).padStart(2, '0');
}

/** Words that ask for sessions in general, whatever their topic. */
const SESSIONS_IN_GENERAL =
  /\b(?:sessions?|days?|dates?|dated|happen(?:ed|ing)?|history|logs?|logged|records?|recorded|episodes?|started|took place|agents?|everything|today|war|was|wir|haben|gemacht|passiert|am)\b/giu;

function dateOf(year: string, month: string, day: string): string | null {
  const date = `${year}-${monthOf(month)}-${day.padStart(2, '0')}`;
  const time = new Date(`${date}T00:00:00.000Z`);
  // JavaScript would turn the 30th of February into the 2nd of March.
  return Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== date ? null : date;
}

/** The first day in this format, and the text without it. */
function findDay({ pattern, parts }: Form, text: string): Omit<DayAsked, 'isAll'> | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [year, month, day] = parts.map((part) => match[part] as string) as [string, string, string];
  const date = dateOf(year, month, day);
  const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
  return date === null ? null : { date, rest };
}

function firstDay(text: string): Omit<DayAsked, 'isAll'> | null {
  for (const form of FORMS) {
    const day = findDay(form, text);
    if (day) return day;
  }
  return null;
}

/** The day that a question names. Null for none, and for several: then the days are the topic, not the time. */
export function dayAsked(question: string): DayAsked | null {
  if (question.length > MAX_READ) return null;
  const day = firstDay(question);
  if (!day || firstDay(day.rest)) return null;
  return { ...day, isAll: namesNothing(day.rest.replace(SESSIONS_IN_GENERAL, ' ')) };
}
