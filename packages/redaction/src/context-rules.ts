import { keep, patternRule, type SecretRange, type SecretRule, work } from './finding.ts';
import { hasLetterAndDigit, isCodeName, isMixed, isPlaceholder, looksSecret } from './plausible.ts';
import { pem } from './private-key.ts';

const NAME =
  'pass(?:word|wort|wd|phrase|code)|(?<![a-z])pwd?|secret|token|(?:api|access|auth|account|private|signing|encryption|master|app)[_-]?key|credential';
const SUFFIX = '(?:[_-]?(?:key|value|base|prod|production|dev|staging|live|main|old|new|root|admin|\\d{1,3})){0,2}s?';
const SECRET_NAME = new RegExp(`(?:${NAME})${SUFFIX}$`, 'i');
const NAME_MARKS = [
  'ass',
  'ASS',
  'pw',
  'PW',
  'Pw',
  'ecret',
  'ECRET',
  'oken',
  'OKEN',
  'ey',
  'EY',
  'redential',
  'REDENTIAL',
];

/** Whether a field with that name is meant to hold a secret. */
export function isSecretName(name: string): boolean {
  return name.length <= 80 && SECRET_NAME.test(name);
}

const ASSIGNMENT = new RegExp(
  `(?:${NAME})${SUFFIX}\\\\{0,2}["'\`]?\\]?[ \\t]{0,4}(?<operator>:=|=>|={1,3}|:|(?:is|was)[ :])[ \\t]{0,4}` +
    `(?:\\\\{0,2}(?<quote>["'\`])(?<quoted>[^"'\`\\s\\\\]{8,300})\\\\{0,2}\\k<quote>|(?<bare>[^\\s"'\`;\\\\]{8,300}))`,
  'gi',
);

/**
 * Length of an unquoted value: it ends before closing punctuation and before the next URL parameter. If brackets are left in it,
 * it is code and not a value.
 */
function bareLength(value: string, envStyle: boolean): number {
  const next = value.search(/&[\w.-]{1,40}=/);
  const trimmed = (next < 0 ? value : value.slice(0, next)).replace(/[,.)\]}>]{1,8}$/, '');
  return !envStyle && /[(){}[\]<>]/.test(trimmed) ? 0 : trimmed.length;
}

/** Whether an assigned value is a secret, and which part of it. */
function secretOf({ quoted, bare = '', operator = '' }: Record<string, string | undefined>, envStyle: boolean): string {
  const value = quoted ?? bare.slice(0, bareLength(bare, envStyle));
  // "the token is …" is usually prose, so the value must look more like a secret.
  const plausible = operator.includes('s') ? looksSecret(value, 10) && hasLetterAndDigit(value) : looksSecret(value);
  return plausible ? value : '';
}

/** Whether an assigned value may be a name in code: it is not quoted, and not the value of an environment variable. */
function mayBeName(
  { quoted, operator = '' }: Record<string, string | undefined>,
  whole: string,
  value: string,
): boolean {
  if (quoted !== undefined || /^[A-Z][A-Z0-9_]*=/.test(whole)) return false;
  // People also write passwords down with `:` or words; `=` and `=>` are code.
  return isCodeName(value, !operator.includes('='));
}

const assignments: SecretRule = {
  marks: NAME_MARKS,
  find(text) {
    const found: SecretRange[] = [];
    for (const { index, 0: whole, groups = {} } of text.matchAll(ASSIGNMENT)) {
      work.examined++;
      const start = index + whole.lastIndexOf(groups.quoted ?? groups.bare ?? '');
      const value = secretOf(groups, text[start - 1] === '=');
      if (value === '') continue;
      const range = {
        kind: 'secret_value',
        start,
        end: start + value.length,
        mayBeName: mayBeName(groups, whole, value),
      };
      if (!keep(found, range, text)) break;
    }
    return found;
  },
};

const AWS_NEIGHBOUR = /(?<![A-Za-z0-9/+])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g;
const AWS_ID = /(?:AKIA|ASIA)[A-Z0-9]{16}/g;
const NEAR = 300;

/** The secret half of an AWS key pair has no prefix; it is recognised by the id near it. */
const awsNeighbours: SecretRule = {
  marks: ['AKIA', 'ASIA'],
  find(text) {
    const ids = [...text.matchAll(AWS_ID)].map((match) => match.index);
    if (ids.length === 0) return [];
    const found: SecretRange[] = [];
    let next = 0;
    for (const { index, 0: value } of text.matchAll(AWS_NEIGHBOUR)) {
      // Both lists are sorted, so one pass over each is enough.
      while (next < ids.length - 1 && (ids[next] ?? 0) < index - NEAR) next++;
      const near = Math.abs((ids[next] ?? 0) - index) <= NEAR;
      if (near && isMixed(value)) found.push({ kind: 'aws_secret_access_key', start: index, end: index + 40 });
    }
    return found;
  },
};

/** Common passwords of development databases are harmless; anything else between `:` and `@` is treated as real. */
const isRealPassword = (value: string) => value.length >= 3 && !isPlaceholder(value) && !value.includes('[');

const isBasicCredential = (value: string) =>
  /^[\x20-\x7e]{1,200}$/.test(decoded(value)) && decoded(value).includes(':');

function decoded(value: string): string {
  return Buffer.from(value, 'base64').toString('latin1');
}

/** Rules for secrets that are recognised by the text around them. */
export const contextRules: readonly SecretRule[] = [
  pem,
  patternRule(
    'url_password',
    ['://'],
    /:\/\/[^\s:@/"'`<>]{0,128}:(?<secret>[^\s/"'`<>]{1,256})@(?=[A-Za-z0-9[])/g,
    isRealPassword,
  ),
  patternRule('url_token', [':x-oauth-basic@'], /:\/\/(?<secret>[\w-]{8,256}):x-oauth-basic@/g),
  patternRule(
    'bearer_token',
    ['earer ', 'EARER '],
    /\bbearer {1,3}(?<secret>[A-Za-z0-9._~+/=-]{16,2048})/gi,
    (value) => looksSecret(value, 16) && hasLetterAndDigit(value),
  ),
  patternRule(
    'basic_credential',
    ['asic ', 'ASIC '],
    /authorization[\\"']{0,4}[ \t]{0,4}[:=][ \t]{0,4}[\\"']{0,4}basic {1,3}(?<secret>[A-Za-z0-9+/]{8,512}={0,2})/gi,
    isBasicCredential,
  ),
  patternRule(
    'npmrc_auth',
    ['_auth', '_password'],
    /:?_(?:authToken|auth|password)[ \t]{0,4}=[ \t]{0,4}(?<secret>[^\s"'$[]{8,512})/g,
    (value) => !isPlaceholder(value) && /[0-9]/.test(value),
  ),
  patternRule(
    'azure_account_key',
    ['AccountKey', 'SharedAccessKey'],
    /(?:AccountKey|SharedAccessKey)[ \t]{0,4}=[ \t]{0,4}(?<secret>[A-Za-z0-9+/]{40,100}={0,2})/g,
  ),
  patternRule(
    'aws_secret_access_key',
    ['ecret', 'ECRET'],
    /secret_?(?:access_?)?key[\\"'`]{0,4}[ \t]{0,4}(?:=>|[:=])[ \t]{0,4}[\\"'`]{0,4}(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
    (value) => isMixed(value) && !isPlaceholder(value),
  ),
  awsNeighbours,
  patternRule(
    'secret_value',
    ['--'],
    new RegExp(`--(?:[a-z0-9]{1,20}-){0,4}(?:${NAME})${SUFFIX} {1,3}["']?(?<secret>[^\\s"'\`;\\\\]{8,300})`, 'gi'),
    (value) => looksSecret(value),
  ),
  patternRule(
    'secret_value',
    [' -u ', '--user '],
    /\s(?:-u|--user) {1,3}["']?[^\s:"'/]{1,64}:(?<secret>[^\s"']{6,200})/g,
    (value) => looksSecret(value, 6),
  ),
  patternRule('secret_value', ['mysql', 'mariadb'], /\s-p(?<secret>[^\s"'=-][^\s"']{5,100})/g, (value) =>
    looksSecret(value, 6),
  ),
  patternRule(
    'secret_value',
    ['>'],
    new RegExp(`<(?:\\w{1,20}[.:_-])?(?:${NAME})${SUFFIX}>(?<secret>[^\\s<>]{8,300})</`, 'gi'),
    (value) => looksSecret(value),
  ),
  assignments,
];
