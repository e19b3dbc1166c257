import { isNotOurs } from '../counts.ts';
import { addEvent, type LogDraft, type Place, type TestResult } from '../draft.ts';
import { type Fields, plainKey } from './tree.ts';

const PASSED = /^(?:tests?|unittests?)(?:passed|passing|pass)$/;
const FAILED = /^(?:tests?|unittests?)(?:failed|failing|failures?|fail)$|^failed(?:tests?|checks?)$/;
const SKIPPED = /^(?:tests?|unittests?)(?:skipped|skip)$/;
/** Keys for counted failures that are not of tests. */
const ERRORS = /^(?:errors?|failures?|lint(?:ing)?errors?|typeerrors?|builderrors?)(?:count|total)?$/;

function counted(fields: Fields, key: RegExp): number | null {
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && key.test(plainKey(name)))
      return value;
  }
  return null;
}

const some = (count: number | null, word: string) => (count === null ? [] : [`${count} ${word}`]);

/** Adds the counts that members of an object give: `testsPassed: 12`, `errors: 2` (R3). */
export function takeCounts(draft: LogDraft, fields: Fields, place: Place): void {
  const [passed, failed, skipped] = [PASSED, FAILED, SKIPPED].map((key) => counted(fields, key)) as [
    TestResult['passed'],
    TestResult['failed'],
    TestResult['skipped'],
  ];
  const errors = counted(fields, ERRORS) ?? 0;
  // For example, "failed: 3, note: pre-existing" is not a failure of this session.
  if ((failed ?? errors) > 0 && Object.values(fields).some((text) => typeof text === 'string' && isNotOurs(text)))
    return;
  if (passed !== null || failed !== null) {
    draft.results.push({ passed, failed, skipped });
    const counts = [...some(passed, 'passed'), ...some(failed, 'failed'), ...some(skipped, 'skipped')];
    const extra = Object.fromEntries(Object.entries({ passed, failed, skipped }).filter(([, count]) => count !== null));
    addEvent(draft, { ...place, type: 'test', content: `Tests: ${counts.join(', ')}`, extra });
  }
  if ((failed ?? 0) > 0)
    addEvent(draft, { ...place, type: 'error', content: `${failed} tests failed`, extra: { failures: failed } });
  if (errors > 0)
    addEvent(draft, { ...place, type: 'error', content: `${errors} errors`, extra: { failures: errors } });
}
