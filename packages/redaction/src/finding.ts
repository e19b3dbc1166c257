/** The range of a text that holds a secret. `end` is exclusive. */
export interface SecretRange {
  kind: string;
  start: number;
  end: number;
  /** The value may also be a name in code, so it is replaced here but not searched for elsewhere. */
  mayBeName?: boolean;
}

/** How to find one kind of secret. */
export interface SecretRule {
  /** Literal strings of which at least one occurs in every match: the cheap test before the expression runs. */
  marks: readonly string[];
  find(text: string): SecretRange[];
}

/** The replacement of a secret. No rule matches it, so redacting twice changes nothing. */
export function marker(kind: string): string {
  return `[redacted:${kind}]`;
}

/** Start of every marker. */
export const MARKER_START = '[redacted:';

/** Amount of work done by rules since the count was last set to 0. Tests limit it, because milliseconds are not reliable. */
export const work = { examined: 0 };

/** Maximum number of secrets of one kind in a text; no readable text has more. */
export const MOST_PER_TEXT = 1000;

/**
 * Adds a finding. Beyond the maximum for one text, the rest of the text becomes part of the last finding, so that a text made of
 * secrets costs no more than its length. Returns whether to continue the search.
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
    marks,
    find(text) {
      const found: SecretRange[] = [];
      for (const match of text.matchAll(pattern)) {
        work.examined++;
        const secret = match.groups?.secret ?? match[0];
        // Group indices would make the engine match everything twice.
        const start = match.index + match[0].lastIndexOf(secret);
        if (!accept(secret)) continue;
        if (!keep(found, { kind, start, end: start + secret.length }, text)) break;
      }
      return found;
    },
  };
}
