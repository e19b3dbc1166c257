import type { TestResult } from './draft.ts';
import { countsInEnglish } from './languages.ts';
import { logSentences } from './texts.ts';

// Counted results in prose (R3): "303 passed, 1 skipped", "2 errors", "Failed: 3". A failure counts when it belongs to this
// session and was not intended: not planned, not fixed, not there before, not caused on purpose to try a test.

/** A counted result that a sentence states. */
export interface CountedResult {
  sentence: string;
  result: TestResult;
  /** At least one failure counts. */
  isFailure: boolean;
  /** The result is of tests, not of a linter or a build. */
  isTest: boolean;
}

type Kind = keyof TestResult;

interface Found {
  kind: Kind;
  count: number;
  from: number;
  to: number;
  isTest: boolean;
}

const COUNT = String.raw`(?<![\w.,#/$%=-])(\d{1,3}(?:,\d{3}){1,3}|\d{1,7})`;
/** What can stand between a number and what it counts. */
const OF = String.raw`(?:\s?\/\s?(\d{1,7})|\s(?:of|out of)\s(?:the\s)?(\d{1,7}))?`;
const WORDS = String.raw`(?:[a-z][\w.'-]{0,24}\s){0,4}?`;
const BEFORE = new RegExp(
  `${COUNT}${OF}\\s(${WORDS})(passed|passing|pass|green|failed|failing|failures?|errors?|skipped|skips?)\\b(?![-/(]\\w)`,
  'gi',
);
/** "passed 97 focused tests". */
const BETWEEN = /\b(passed|failed)\s(\d{1,7})\s(?:[a-z-]{1,20}\s){0,2}tests?\b/gi;
const AFTER =
  /\b(tests? passed|passed|tests? failed|failed|failures?|errors?|skipped)\s?[:=]\s?(\d{1,7})\b(?![\w%/.-]\w)/gi;

/** Words that may stand between a count and "failures". Others change the meaning: "3 on a lookup failure". */
const FAILURE_WORDS =
  /^(?:(?:new|more|additional|remaining|real|unique|total|actual|unit|integration|e2e|ci|tests?|lint(?:ing|er)?|types?|typing|build|compil\w+|pytest|pester|vitest|jest|mypy|ruff|eslint|tsc|markdownlint|validat\w+|blocking|required|runtime|syntax|import|assertions?|regressions?|hooks?|pre-(?:push|commit)|jobs?|workflow|pipeline|specs?|cases?|checks?|collection|targeted)\s)*$/i;

/** A number after one of these words is a name: "issue 12 failed", "exit code 1 error", "run 3 passed". */
const NAMED =
  /(?:#|\b(?:issues?|prs?|pull requests?|codes?|lines?|steps?|runs?|sessions?|attempts?|rounds?|phases?|tasks?|tests?|cases?|jobs?|version|exit|http|status|rules?|adr|sections?|node|python|batch|pages?|threads?|returned http|ac|level|tier|wave|part|no\.|shard))\s{0,3}[(`'"#]?$/i;
const HTTP = /\b(?:http|status|api|server|returned|response|code|got|rate.?limit)\b/i;
const TEST_WORDS = /\b(?:tests?|specs?|cases?|assertions?|pytest|pester|vitest|jest)\b/i;
/** What may follow a real failure: "failed in CI", but not "24 failed samples" or "4 failure paths". */
const GOES_ON =
  /^\s*(?:$|[.,;:!?)\]}"'`|/&+]|[-–—→=]|(?:and|in|on|at|of|with|during|after|from|for|to|while|due|because|remain\w*|across|out|total|seen|found|reported|were|was|are|is|tests?|checks?|required|jobs?|when|against|by|under|as|both|all|left|instead|which|that|but|or|vs|\d)\b)/i;

const countOf = (digits: string) => Number(digits.replaceAll(',', ''));

function kindOf(word: string): Kind {
  if (/pass|green/i.test(word)) return 'passed';
  return /skip/i.test(word) ? 'skipped' : 'failed';
}

/** True for an HTTP status code, which is no count. */
function isStatusCode(count: number, word: string, before: string, around: string): boolean {
  if (count < 100 || count > 599) return false;
  if (HTTP.test(before.slice(-30))) return true;
  return /errors?|failures?/i.test(word) && !TEST_WORDS.test(around) && !/passed|skipped/i.test(around);
}

function foundBefore(sentence: string): Found[] {
  return [...sentence.matchAll(BEFORE)].flatMap((match): Found[] => {
    const [whole, digits = '', , , words = '', word = ''] = match;
    const [from, to] = [match.index, match.index + whole.length];
    const count = countOf(digits);
    const [before, after] = [sentence.slice(Math.max(0, from - 40), from), sentence.slice(to, to + 20)];
    const kind = kindOf(word);
    const isTest = TEST_WORDS.test(words) || TEST_WORDS.test(after.slice(0, 7)) || words === '';
    if (NAMED.test(before) || isStatusCode(count, word, before, sentence)) return [];
    if (kind === 'failed' && !(GOES_ON.test(after) && FAILURE_WORDS.test(words))) return [];
    if (kind !== 'failed' && words !== '' && !TEST_WORDS.test(words)) return [];
    return [{ kind, count, from, to, isTest: isTest && !/error/i.test(word) }];
  });
}

function foundAfter(sentence: string): Found[] {
  return [...sentence.matchAll(AFTER), ...sentence.matchAll(BETWEEN)].map((match) => {
    const [whole, word = '', digits = ''] = match;
    const isTest = !/error/i.test(word);
    return { kind: kindOf(word), count: countOf(digits), from: match.index, to: match.index + whole.length, isTest };
  });
}

/** Words for failures that were there before, are elsewhere, or belong to somebody else. */
const NOT_OURS =
  /pre-?existing|baseline|\bknown\b|unrelated|\balready\b|\bmain\b|upstream|environment|\bflak|\blegacy\b|not (?:ours|from|caused|introduced)|predat|other (?:branch|session|pr)|ambient|infrastructure/i;
/** True for a text about failures that were there before or belong to somebody else. */
export function isNotOurs(text: string): boolean {
  return NOT_OURS.test(text.slice(0, 4000));
}

/** Words for failures that were fixed or are still to be fixed. */
const MENDED =
  /\b(?:fix(?:e[sd]|ing)?|resolv\w*|repair\w*|address\w*|clear(?:ed|s|ing)?|correct(?:ed|s|ing)|eliminat\w*|remov\w*|previously|before|earlier|used to|no longer|from \d|reduced|down|originally|instead of|recover\w*|cleaned|dropped|went|now (?:pass|green|clean)\w*|re-?run\w*|until|diagnos\w*|investigat\w*|debug\w*|triag\w*|analy[sz]\w*|(?:was|were) \d)\b/i;
/** Words for failures that were wanted, or are only talked about. */
const MEANT =
  /\b(?:mutat\w*|mutants?|controls?|revert\w*|red|expected\w*|tdd|sabotag\w*|inject\w*|plant\w*|seed\w*|vacu\w*|without|pre-fix|unfixed|stash\w*|restor\w*|reproduc\w*|repro|prob(?:e[sd]?|ing)|simulat\w*|deliberate\w*|intentional\w*|prov(?:e[sd]?|ing)|caught|catch\w*|kill\w*|if|would|could|should|must|may|might|when|unless|fixtures?|samples?|historical\w*|example|claim\w*|issue says|retr(?:y|ies)|allow\w*|limits?|threshold|detect\w*|flag\w*|distinguish\w*|assert\w*|confirm\w*|demonstrat\w*|verif\w* (?:that|to)|old|broken|deleting|removing|negative|objective|goal|plan(?:ned|s)?|todo|next|handles?|error cases?|scenarios?|coverage|cover\w*|gate|negatives?|neutered|weaken\w*|swapp\w*|base|temporarily|as (?:required|designed|intended|planned))\b|→ ?red/i;
/** Entries that cause failures on purpose, to see whether tests notice. */
const TRIALS =
  /\bmutat|\bmutants?\b|negative.control|\brevert|test-only patch|temporarily|\bTDD\b|\bRED\b|\breproduc|\bsabotag/i;

const hasFailure = ({ failed }: TestResult) => failed !== null && failed > 0;

/** Groups counts that belong together: "4 failed, 35 passed" is one result. */
function together(sentence: string, found: readonly Found[]): Found[][] {
  const groups: Found[][] = [];
  for (const one of found.toSorted((a, b) => a.from - b.from)) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    if (previous && one.from < previous.to) continue;
    const gap = previous ? sentence.slice(previous.to, one.from) : '';
    const joins = previous !== undefined && /^[\s,/|&+()-]{0,6}(?:and |tests? )?$/.test(gap);
    if (last && joins && !last.some(({ kind }) => kind === one.kind)) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

function toResult(group: readonly Found[]): TestResult {
  const of = (kind: Kind) => group.find((one) => one.kind === kind)?.count ?? null;
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

/** Remarks about an earlier state are no results: "147 passed (was 18 failed)". */
const ASIDE = /\((?=[^()]{0,300}\b(?:was|were|before|previously|baseline|pre-?existing|from|vs)\b)[^()]{0,300}\)/gi;

/** Number of earlier failures that a remark mentions: "8 failed (2 pre-existing)" leaves six. */
const SOME_OLD = /\((\d{1,7})\s(?:(?:is|are|were)\s)?(?:pre-?existing|known|unrelated|legacy)\b[^()]{0,300}\)/i;

/**
 * The counted results of a text, by sentence (R3). Failures that were intended or existed before are left out; `around` is the
 * neighbouring text that may say so.
 */
export function resultsIn(text: string, around = ''): CountedResult[] {
  if (!/\d/.test(text)) return [];
  const isTrial = TRIALS.test(text) || TRIALS.test(around);
  return logSentences(text).flatMap((said) => {
    const whole = countsInEnglish(said);
    if (!/pass|green|fail|error|skip/i.test(whole)) return [];
    const sentence = whole
      .replace(ASIDE, ' ')
      .replace(/[*`_]{1,3}/g, '')
      .replace(/\s{1,50}/g, ' ');
    const old = Number(SOME_OLD.exec(whole)?.[1] ?? 0);
    const isOld = NOT_OURS.test(old > 0 ? whole.replace(SOME_OLD, ' ') : whole);
    const isNone = isTrial || isOld || MENDED.test(whole) || MEANT.test(whole);
    return together(sentence, [...foundBefore(sentence), ...foundAfter(sentence)]).flatMap((group): CountedResult[] => {
      const result = toResult(group);
      const isFailure = hasFailure(result);
      if (isFailure ? isNone || (result.failed ?? 0) <= old : result.passed === null) return [];
      return [{ sentence: said, result, isFailure, isTest: group.some((one) => one.isTest) }];
    });
  });
}
