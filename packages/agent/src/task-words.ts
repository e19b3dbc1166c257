/** Words of a task and the tag that they stand for. Whole words: `author`, `latest` and `prefix` mean none of them (B0-24). */
const TAGS: readonly (readonly [words: RegExp, tag: string])[] = [
  [/\b(?:auth|authn|authz|authenticat\w*|authori[sz]\w*)\b/, 'authentication'],
  [/\b(?:tests?|tested|testing)\b/, 'testing'],
  [/\b(?:errors?|fix(?:e[sd])?|fixing|bugs?|debug\w*)\b/, 'debugging'],
  [/\brefactor(?:s|ed|ing|ings)?\b/, 'refactoring'],
];

/** `loginTest`, `login_test` and `login-test` as words of their own. */
function wordsIn(task: string): string {
  return task
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/[_-]/g, ' ')
    .toLowerCase();
}

/** Tags for a task by its words (S0-49), in a fixed order. */
export function tagsOf(task: string): string[] {
  const words = wordsIn(task);
  return TAGS.flatMap(([pattern, tag]) => (pattern.test(words) ? [tag] : []));
}
