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

/** What rules leave of a text, of which those run that have a mark in it, and the kinds that they find. */
export function leftByAll(rules: readonly SecretRule[], text: string): { text: string; kinds: string[] } {
  const ranges = rules
    .filter(({ marks }) => marks.some((mark) => text.includes(mark)))
    .flatMap((rule) => rule.find(text))
    .sort((one, other) => one.start - other.start)
    .filter(({ start }, at, all) => all.slice(0, at).every((before) => before.end <= start));
  return { text: without(text, ranges), kinds: ranges.map(({ kind }) => kind) };
}
