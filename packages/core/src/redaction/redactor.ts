import { contextRules, isSecretName } from './context-rules.ts';
import { MARKER_START, marker, type SecretRange, type SecretRule } from './finding.ts';
import { mayHoldSecret } from './gate.ts';
import { findByLibrary } from './library.ts';
import { emails, homePaths } from './personal.ts';
import { looksSecret } from './plausible.ts';
import { tokenRules } from './token-rules.ts';

/** What was replaced, and where: `path` leads to the text, as in `whatWorked.0`. Never the secret itself. */
export interface Redaction {
  kind: string;
  path: string;
}

/** A value without its secrets. `value` is the very input when nothing was found. */
export interface Redacted<T> {
  value: T;
  found: Redaction[];
}

/** Replaces secrets in texts and JSON-like values. */
export interface Redactor {
  /** One text. */
  redactText(text: string): { text: string; kinds: string[] };
  /** Every text of a JSON-like value, keys included; everything else stays as it is. */
  redact<T>(value: T): Redacted<T>;
}

/** What to replace beyond secrets. */
export interface RedactorOptions {
  /**
   * Home folders become `~`. For imports, where files of a person's machine come in bulk; in what an agent writes
   * about its own project a path is content, and changing it would make the lesson wrong.
   */
  homePaths?: boolean;
  /** Mail addresses are replaced; for imports, as above. */
  emails?: boolean;
}

/** A replacement may bring two tokens' neighbours together; more rounds than this change nothing in any test. */
const MAX_ROUNDS = 6;

const secretRules = [...tokenRules, ...contextRules];

function findByRules(text: string, rules: readonly SecretRule[]): SecretRange[] {
  const found: SecretRange[] = [];
  for (const rule of rules) {
    if (!rule.marks.some((mark) => text.includes(mark))) continue;
    for (const range of rule.find(text)) {
      if (range.end > range.start && !text.slice(range.start, range.end).includes(MARKER_START)) found.push(range);
    }
  }
  return found;
}

/** Merges ranges that overlap; the kind of the first rule in the list wins, and lists begin with the most specific. */
function merged(ranges: SecretRange[]): SecretRange[] {
  const ordered = ranges
    .map((range, rank) => ({ ...range, rank }))
    .sort((a, b) => a.start - b.start || a.rank - b.rank);
  const result: (SecretRange & { rank: number })[] = [];
  for (const range of ordered) {
    const previous = result.at(-1);
    if (!previous || range.start >= previous.end) {
      result.push(range);
      continue;
    }
    previous.end = Math.max(previous.end, range.end);
    if (range.rank < previous.rank) Object.assign(previous, { kind: range.kind, rank: range.rank });
  }
  return result;
}

function replaceRanges(text: string, ranges: readonly SecretRange[]): string {
  let result = '';
  let last = 0;
  for (const { kind, start, end } of ranges) {
    result += text.slice(last, start) + (kind === homePaths.kind ? '~' : marker(kind));
    last = end;
  }
  return result + text.slice(last);
}

function createTextRedactor(options: RedactorOptions): Redactor['redactText'] {
  const personal = [...(options.homePaths ? [homePaths] : []), ...(options.emails ? [emails] : [])];
  const all = [...secretRules, ...personal];
  return (text) => {
    const kinds: string[] = [];
    let current = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const possible = mayHoldSecret(current);
      const own = findByRules(current, possible ? all : personal);
      // Our rules first: they replace the secret alone where the library takes what stands around it as well.
      const ranges = merged(own.length > 0 || !possible ? own : findByLibrary(current));
      if (ranges.length === 0) break;
      current = replaceRanges(current, ranges);
      for (const { kind } of ranges) kinds.push(kind);
    }
    return { text: current, kinds };
  };
}

/** Makes a redactor. It keeps no state: one serves a whole process. */
export function createRedactor(options: RedactorOptions = {}): Redactor {
  const redactText = createTextRedactor(options);

  function walk(value: unknown, path: string[], found: Redaction[]): unknown {
    if (typeof value === 'string') return leaf(value, path, found);
    if (Array.isArray(value)) {
      const items = value.map((item, index) => walk(item, [...path, String(index)], found));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    if (value !== null && typeof value === 'object') return walkObject(value, path, found);
    return value;
  }

  function leaf(text: string, path: string[], found: Redaction[]): string {
    const redacted = redactText(text);
    for (const kind of redacted.kinds) found.push({ kind, path: path.join('.') });
    if (redacted.kinds.length > 0) return redacted.text;
    // `{"password": "…"}`: the name is in the key, the value alone would pass.
    const name = path.findLast((step) => !/^\d+$/.test(step));
    if (name === undefined || !isSecretName(name) || text.includes(MARKER_START) || !looksSecret(text)) return text;
    found.push({ kind: 'secret_value', path: path.join('.') });
    return marker('secret_value');
  }

  function walkObject(object: object, path: string[], found: Redaction[]): object {
    let changed = false;
    const seen = new Set<string>();
    const entries = Object.entries(object).map(([key, item]): [string, unknown] => {
      const newKey = uniqueKey(leafKey(key, path, found), seen);
      const newItem = walk(item, [...path, newKey], found);
      changed ||= newKey !== key || newItem !== item;
      return [newKey, newItem];
    });
    // `fromEntries` defines own properties, so a key `__proto__` stays data.
    return changed ? Object.fromEntries(entries) : object;
  }

  function leafKey(key: string, path: string[], found: Redaction[]): string {
    const redacted = redactText(key);
    for (const kind of redacted.kinds) found.push({ kind, path: [...path, redacted.text].join('.') });
    return redacted.text;
  }

  return {
    redactText,
    redact<T>(value: T): Redacted<T> {
      const found: Redaction[] = [];
      return { value: walk(value, [], found) as T, found };
    },
  };
}

/** Two secret keys of one object get the same marker; the second keeps its value under a numbered name. */
function uniqueKey(key: string, seen: Set<string>): string {
  let candidate = key;
  for (let n = 2; seen.has(candidate); n++) candidate = `${key}#${n}`;
  seen.add(candidate);
  return candidate;
}
