import { count, named, plural } from './numbers.ts';

const rules: Record<string, string> = {
  fail_then_pass: 'The same command failed, something was changed, then it passed.',
  rejection: 'A person did not allow a step and said why.',
};

const ruleNames: Record<string, string> = {
  fail_then_pass: 'Failed, then passed',
  rejection: 'A person did not allow it',
};

/** Texts for drafts that wait for a person. */
export const review = {
  label: 'Review',
  list: 'Drafts to review',
  draft: 'Draft',
  /** Whether agents see drafts, according to the setting. */
  text: (tellsDrafts: boolean) =>
    tellsDrafts ? 'Agents see drafts last, marked as not reviewed.' : 'Agents see no drafts.',
  none: 'No drafts to review.',
  noLessons: 'Drafts of what agents learn are reviewed here.',
  allDone: 'All drafts are reviewed.',
  loading: 'Loading drafts…',
  failed: 'Could not load drafts.',
  place: (place: number, total: number) => `${count(place)} of ${count(total)}`,
  merge: 'Merge',
  saveAndAccept: 'Save and accept',
  source: 'From',
  rule: 'Rule',
  session: 'Session',
  byRule: (name: string) => rules[name] ?? name,
  ruleName: (name: string) => ruleNames[name] ?? name,
  filteredOut: 'No drafts match these filters.',
  showAll: 'Clear filters',
  bulk: 'Decide several drafts',
  acceptThese: 'Accept these…',
  rejectThese: 'Reject these…',
  acceptAll: (total: number) => `Accept all ${count(total)}…`,
  rejectAll: (total: number) => `Reject all ${count(total)}…`,
  /** A decision about a group, or about what filters list. */
  doing: (decision: string, of: readonly string[]) => [decision, of.join(', ')].filter(Boolean).join(': '),
  group: {
    label: 'Decide by group',
    none: 'No groups',
    by: { project: 'By project', source: 'By source', rule: 'By rule' },
    noRule: 'No rule',
    acceptShort: (name: string, value: number) => `Accept ${count(value)}: ${name}…`,
    rejectShort: (name: string, value: number) => `Reject ${count(value)}: ${name}…`,
    heading: (name: string, value: number) => `${name}, ${plural(value, 'draft', 'drafts')}:`,
    acceptCount: (value: number) => `Accept ${count(value)}…`,
    rejectCount: (value: number) => `Reject ${count(value)}…`,
    accept: (name: string, value: number) => `Accept ${plural(value, 'draft', 'drafts')}: ${name}…`,
    reject: (name: string, value: number) => `Reject ${plural(value, 'draft', 'drafts')}: ${name}…`,
  },
  writtenBy: (name: string) => `written by ${name}`,
};

/** Texts for merging a draft into a lesson that says the same. */
export const merging = {
  title: 'Merge into a similar lesson',
  text: 'The lesson that stays is completed from the draft. The draft is kept as superseded.',
  candidates: 'Similar lessons',
  draft: 'This draft',
  into: 'The lesson that stays',
  loading: 'Looking for similar lessons…',
  failed: 'Could not look for similar lessons.',
  none: 'No similar lesson.',
  done: (title: string) => named('Merged', title),
  /** Of duplicates, by the one that stays. */
  doneInto: (title: string) => named('Merged into', title),
};

/** Texts about failures that several lessons report. */
export const repeated = {
  title: 'Repeated failures',
  none: 'No failure was stated yet.',
  noneIn: (value: number) =>
    value === 1
      ? 'Only one lesson states what failed.'
      : `No failure was stated twice in the newest ${count(value)} lessons that failed, wholly or in part.`,
  lookedAt: (value: number) => `in the newest ${plural(value, 'lesson', 'lessons')} that failed, wholly or in part`,
  loading: 'Counting failures…',
  failed: 'Could not count failures.',
  times: (value: number) => `${count(value)}×`,
  more: (value: number) => plural(value, 'more lesson', 'more lessons'),
};

/** Texts of the screen Today. */
export const today = {
  title: 'Today',
  loading: 'Asking the host…',
  failed: 'The host did not answer.',
};
