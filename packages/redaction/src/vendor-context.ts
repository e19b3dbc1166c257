import { patternRule, type SecretRule } from './finding.ts';
import { PASSWORD_VARIABLES } from './gate.ts';
import { entropy, hasLetterAndDigit, isMixed, isPlaceholder } from './plausible.ts';

// Keys without a prefix. They are recognised by the words before them, or by a unique shape.

/** True for a value that looks random: not a word, a number, a name, or one repeated character. */
const isRandom = (value: string) =>
  hasLetterAndDigit(value) && !isPlaceholder(value) && new Set(value).size >= 10 && entropy(value) >= 3;

/** Services whose keys are bare hex, UUIDs or letters. */
const SERVICES =
  'cloudflare|heroku|circle-?ci|okta|fastly|algolia|datadog|snyk|twilio|codecov|travis|appveyor|linode|vultr|wandb|' +
  'weights ?& ?biases|mistral|cohere|deepgram|assembly-?ai|openweather|pager-?duty|zendesk|asana|trello|bugsnag|rollbar|' +
  'honeycomb|logdna|papertrail|pusher|intercom|segment|amplitude|mixpanel|airtable|hcloud|hetzner|scaleway|gemini|railway|' +
  'bitbucket|dropbox|mapbox|azure|discord|spotify|strava|stripe|sonarcloud|coveralls|newrelic|sentry';
const WORDS = '(?:api|access|auth|global|personal|account|master|deploy|write|admin|app|client|license|bearer)?';
const KEYWORD = '(?:key|token|secret|password|credential)s?';
const VALUE =
  '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64}|[A-Za-z0-9_-]{24,80}|[0-9]{1,2}/[0-9]{10,20}:[0-9a-f]{32}';

/** `the Cloudflare token …`, `HEROKU_API_KEY …`: a service, a word such as "token", and a value that looks generated. */
const named = patternRule(
  'service_key',
  ['ey', 'EY', 'oken', 'OKEN', 'ecret', 'ECRET', 'assword', 'ASSWORD', 'redential'],
  new RegExp(
    `\\b(?:${SERVICES})[ _-]{0,2}${WORDS}[ _-]{0,2}${WORDS}[ _-]{0,2}${KEYWORD}["'\`]{0,2}[ \\t:=]{1,4}` +
      `(?:(?:is|was|of|like|called|to|now) )?["'\`(<]{0,2}(?<secret>${VALUE})(?![A-Za-z0-9_-])`,
    'gi',
  ),
  isRandom,
);

/** `with the token …`: no service is named, so the value must certainly be generated. */
const bare = patternRule(
  'secret_value',
  ['ey ', 'oken ', 'ecret ', 'assword ', 'ey\n', 'oken\n', 'OKEN ', 'EY '],
  new RegExp(
    `\\b(?:(?:api|access|auth|personal|refresh|deploy|bearer|secret|private)[ _-])?(?:key|token|secret|password)[ \\n]` +
      `["'\`(]{0,2}(?<secret>[A-Za-z0-9_-]{24,120})(?![A-Za-z0-9_.:/-])`,
    'gi',
  ),
  (value) => isMixed(value) && isRandom(value) && !isJoinedWords(value),
);

/**
 * True for names of files, branches and classes (words and numbers joined by `-` or `_`) and for cache keys (words and hashes).
 * Hashes are left out first. What is left of a random token is long and changes often between lower case, upper case and digits.
 */
function isJoinedWords(value: string): boolean {
  const rest = value.split(/[-_]/).filter((part) => !/^[0-9a-f]{6,}$/.test(part));
  const joined = rest.join('');
  const changes = rest.join('-').match(/[a-z][A-Z]|[A-Za-z][0-9]|[0-9][A-Za-z]/g)?.length ?? 0;
  return joined.length < 16 || changes < joined.length / 5;
}

/** Forty random letters and digits: a token of Cloudflare and others. A commit is hexadecimal; a hash in Base64 has 43. */
const forty = patternRule(
  'api_token',
  [''],
  /(?<![\w+/.@%-])[A-Za-z0-9_-]{40}(?![\w+/=.:@%-])/g,
  (value) => isMixed(value) && isRandom(value) && !isJoinedWords(value),
);

/** Thirty-seven hex digits: the global key of Cloudflare, and no hash. */
const thirtySeven = patternRule('api_token', [''], /(?<![\w+/.-])[0-9a-f]{37}(?![\w+/=-])/g, isRandom);

/** Forty-two from `00`: an API token of Okta. */
const okta = patternRule(
  'okta_token',
  ['00'],
  /(?<![\w+/.-])00[A-Za-z0-9_-]{40}(?![\w+/=-])/g,
  (value) => isMixed(value) && !isJoinedWords(value),
);

/** Passwords that programs read from the environment. Any value of such a variable counts. */
const environment = patternRule(
  'secret_value',
  PASSWORD_VARIABLES,
  new RegExp(
    `\\b(?:${PASSWORD_VARIABLES.join('|')})["']?[ \\t]{0,2}[=:][ \\t]{0,2}["']?(?<secret>[^\\s"'\`;,&|$<>(){}]{4,200})`,
    'g',
  ),
  (value) => !isPlaceholder(value),
);

/** Rules for keys without a prefix; the more specific rules come first. */
export const vendorContext: readonly SecretRule[] = [named, bare, forty, thirtySeven, okta, environment];
