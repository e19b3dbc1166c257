import { type Fields, isFields, pick, plainKey } from './json/tree.ts';
import { withoutMarks } from './texts.ts';

const IS_FIXTURE = /^(?:is)?(?:test)?fixture$/;
const KIND = /^(?:(?:unit |synthetic )?test[ _-]?)?fixture$/i;
/** "Test fixture for …", "This log is a test fixture." */
const SAYS_SO =
  /^(?:synthetic |unit[- ])?test fixture\b|^fixture (?:log|session)\b|\b(?:this|the) (?:session )?(?:log|file|session|document) is (?:only )?an? (?:\w{1,20} )?(?:test )?fixture\b/i;

/** True for a text in which a log calls itself a test fixture (R16). */
export function saysFixture(text: string): boolean {
  return SAYS_SO.test(withoutMarks(text.slice(0, 2000)));
}

/** True for a JSON log that calls itself a test fixture. Logs that only mention fixtures are none. */
export function isFixture(root: Fields): boolean {
  const places = [root, ...['session', 'metadata', 'meta', 'sessioninfo'].map((name) => pick(root, [name])?.value)];
  return places.filter(isFields).some((fields) =>
    Object.entries(fields).some(([key, value]) => {
      const name = plainKey(key);
      if (IS_FIXTURE.test(name)) return value === true || value === 'true';
      if (typeof value !== 'string') return false;
      if (/^(?:type|kind|category|purpose|sessiontype)$/.test(name)) return KIND.test(value.trim());
      return /^(?:objective|goal|task|title|description|note|notes|comment|purpose)$/.test(name) && saysFixture(value);
    }),
  );
}
