/** A stretch of text that holds a secret. `end` is exclusive. */
export interface SecretRange {
  kind: string;
  start: number;
  end: number;
  /** It may as well be a name in code: it is replaced here, and looked for nowhere else. */
  mayBeName?: boolean;
}

/** One kind of secret and how to find it. */
export interface SecretRule {
  kind: string;
  /** Literal strings of which at least one occurs in every match: the cheap test before the expression runs. */
  marks: readonly string[];
  find(text: string): SecretRange[];
}

/** What a replaced secret looks like; no rule matches it, so redacting twice changes nothing. */
export function marker(kind: string): string {
  return `[redacted:${kind}]`;
}

/** Start of every marker. */
export const MARKER_START = '[redacted:';

/** What rules examined since the count was last set to 0: tests bound it, as they cannot bound milliseconds. */
export const work = { examined: 0 };

/** A text with more secrets of one kind than this is none that anybody reads. */
export const MOST_PER_TEXT = 1000;

/**
 * Keeps a finding. Beyond the most that one text may hold, all that follows counts as part of the last one, so that a text
 * made of nothing else costs no more than its length. Answers whether there is anything left to look for.
 */
export function keep(found: SecretRange[], range: SecretRange, text: string): boolean {
  found.push(range);
  if (found.length < MOST_PER_TEXT) return true;
  range.end = text.length;
  return false;
}

/**
 * Makes a rule from an expression. The secret is the group named `secret`, the last of its kind in the match, or the whole
 * match. Expressions see hostile text, so each must be linear: bounded quantifiers, and no two ways to match the same
 * characters.
 */
export function patternRule(
  kind: string,
  marks: readonly string[],
  pattern: RegExp,
  accept: (secret: string) => boolean = () => true,
): SecretRule {
  return {
    kind,
    marks,
    find(text) {
      const found: SecretRange[] = [];
      for (const match of text.matchAll(pattern)) {
        work.examined++;
        const secret = match.groups?.secret ?? match[0];
        // Indices of groups would make the engine match everything twice.
        const start = match.index + match[0].lastIndexOf(secret);
        if (!accept(secret)) continue;
        if (!keep(found, { kind, start, end: start + secret.length }, text)) break;
      }
      return found;
    },
  };
}
