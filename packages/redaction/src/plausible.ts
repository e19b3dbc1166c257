import { hasIdForm } from '@twicewise/contract';

const PLACEHOLDER_WORDS =
  /change.?me|place.?holder|your|example|dummy|redacted|process\.env|import\.meta|os\.environ|getenv|secrets\.|vault:|<[^<>]{0,80}>|\$\{|\{\{|\$\(|%[A-Z_]{2,30}%|x{4}|\*{3}|\.{3}|…|\[[a0]-[z9]/i;

const COMMON_WORDS = new Set(
  (
    'password passwd pass pwd secret token postgres root admin user username guest test testing mysql mongo redis ' +
    'mypassword mysecret null undefined true false none string number boolean required optional hidden masked'
  ).split(' '),
);

/** True for placeholders that are no secret: `changeme`, `<token>`, `${VAR}`, `process.env.X`, `xxxx`. */
export function isPlaceholder(value: string): boolean {
  const first = value[0];
  // `$NAME` and `%NAME%` are references; `$2b$12$…` is a hash.
  if (first === '$' && !/^\$[0-9]/.test(value)) return true;
  return COMMON_WORDS.has(value.toLowerCase()) || PLACEHOLDER_WORDS.test(value);
}

/** Shannon entropy of a text in bits per character. */
export function entropy(value: string): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < value.length; at++)
    counts.set(value.charCodeAt(at), (counts.get(value.charCodeAt(at)) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

function isWord(part: string): boolean {
  const letters = part.replace(/\d{0,3}$/, '');
  if (letters === '') return true;
  if (!/^[A-Za-z]+$/.test(letters)) return false;
  // Words joined as in camelCase have few humps; random letters change case all the time.
  const humps = letters.match(/[a-z][A-Z]/g)?.length ?? 0;
  return humps <= letters.length / 4;
}

/** Number of characters that belong to no word when a value is read as words joined by `-_./:`, like names and paths. */
function unreadable(value: string): number {
  let count = 0;
  for (const part of value.split(/[-_./:\\]/)) if (!isWord(part)) count += part.length;
  return count;
}

/**
 * Whether a value may as well be a name in code: words in camelCase or joined by `_` and `.`, with few digits between. `joined`
 * requires at least two words, because `hunter2abc` and `base64encode` look alike.
 */
export function isCodeName(value: string, joined: boolean): boolean {
  if (!/^[A-Za-z_$][\w$.]*$/.test(value)) return false;
  if ((value.match(/\d+/g)?.length ?? 0) > 3 || (value.match(/\d/g)?.length ?? 0) > 5) return false;
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  const spoken = words.filter((word) => word.length >= 3 && /[aeiouy]/i.test(word));
  if (spoken.length < words.length * 0.6) return false;
  return !joined || /[a-z]\d*[A-Z]|[_.]/.test(value);
}

/** Whether a text mixes upper case, lower case and digits, as generated tokens do. */
export function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value);
}

/** Whether a text has at least one letter and one digit. */
export function hasLetterAndDigit(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[0-9]/.test(value);
}

/**
 * Whether the part of a token behind its mark is generated. That has letters and digits, or, as three of a hundred with twenty
 * signs do, letters of both cases that are no words.
 */
export function isGenerated(value: string): boolean {
  if (hasLetterAndDigit(value)) return true;
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && !isCodeName(value.replaceAll('-', '_'), false);
}

/**
 * Whether the value of something called a password or token is likely a secret: long enough, and not a placeholder, prose, name,
 * path, version or piece of code.
 */
export function looksSecret(value: string, minLength = 8): boolean {
  if (value.length < minLength || /\s/.test(value) || isPlaceholder(value) || value.includes('://')) return false;
  // Our own ids identify things, whatever they are called.
  if (hasIdForm(value)) return false;
  if (/^[\d.,:/TZ+-]+$/.test(value)) return false;
  if (!/[0-9!@#$%^&*+=?~|]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return unreadable(value) >= Math.max(6, value.length * 0.4) && entropy(value) >= 2.5;
}
