import type { SecretRange, SecretRule } from '../src/finding.ts';

/** What is left of a text without some ranges, each of which becomes `*`. */
export function without(text: string, ranges: readonly SecretRange[]): string {
  let [rest, from] = ['', 0];
  for (const { start, end } of ranges) {
    rest += `${text.slice(from, start)}*`;
    from = end;
  }
  return rest + text.slice(from);
}

/** What a rule leaves of a text. */
export const leftBy = (rule: SecretRule, text: string) => without(text, rule.find(text));
