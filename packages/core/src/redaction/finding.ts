/** A stretch of text that holds a secret. `end` is exclusive. */
export interface SecretRange {
  kind: string;
  start: number;
  end: number;
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

/**
 * Makes a rule from an expression. The secret is the group named `secret`, or the whole match. Expressions see
 * hostile text, so each must be linear: bounded quantifiers, and no two ways to match the same characters.
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
        const [start, end] = match.indices?.groups?.secret ?? [match.index, match.index + match[0].length];
        if (accept(text.slice(start, end))) found.push({ kind, start, end });
      }
      return found;
    },
  };
}
