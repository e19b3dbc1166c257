import type { Comparing } from '@twicewise/contract';
import { count, named, percent, plural } from './numbers.ts';

/** What waits for a decision, by kind. */
export const waiting = {
  label: 'To review',
  kinds: {
    drafts: 'Drafts',
    suspects: 'Duplicates',
    contradictions: 'Contradictions',
    neglected: 'Unused',
    harmful: 'Harmful',
    shown: 'Shown to agents',
  },
  /** All kinds together. */
  headline: 'to review in all',
  /** Why it matters to decide. */
  warnings: (value: number) => `${plural(value, 'draft says', 'drafts say')} what failed`,
  /** Of all kinds, not of drafts alone. */
  shown: (value: number, days: number) =>
    `lessons to review were shown to agents ${value === 1 ? 'once' : `${count(value)} times`} in ${count(days)} days`,
  oldest: 'oldest draft',
  /** Why it matters to decide the other kinds. */
  why: {
    suspects: 'Until they are merged, agents may be shown the same twice.',
    contradictions: 'Until one is rejected, agents may be shown either of them.',
    neglected: 'Agents can still be shown them when they fit.',
    harmful: 'Agents may act on them again.',
    shown: '',
  },
  /** A count that is not known yet is not shown. */
  kind: (name: string, total: number | undefined) => (total === undefined ? name : `${name} ${count(total)}`),
  /** What is counted, where the name does not say it. */
  counted: (kind: string, shown: string, total: number | undefined) =>
    kind !== 'shown' || total === undefined ? shown : `${shown} ${total === 1 ? 'answer' : 'answers'} in all`,
  loading: 'Loading what to review…',
  failed: 'Could not load what to review.',
  more: 'Show more',
  place: (place: number, total: number) => `${count(place)} of ${count(total)}`,
  comparing: ({ compared, lessons }: Comparing) =>
    `${count(compared)} of ${plural(lessons, 'lesson', 'lessons')} compared so far.`,
  allDone: 'All of these are reviewed.',
  undoes: 'undoes the last decision,',
  goesOn: 'goes to the next tab.',
  several: 'Decide several',
  these: { kept: 'Keep these…', archived: 'Archive these…', rejected: 'Reject these…' },
  decision: { kept: 'Keep', archived: 'Archive', rejected: 'Reject' },
  keeps: (value: number) => `Keeps ${plural(value, 'lesson', 'lessons')} as they are.`,
  open: (title: string) => `Open ${title}`,
  openShort: 'Open',
};

/** Texts for pairs that probably say the same. */
export const suspects = {
  list: 'Possible duplicates',
  card: 'Possible duplicate',
  status: (total: number) => `${plural(total, 'possible duplicate', 'possible duplicates')}`,
  text: 'Nothing is merged automatically.',
  bulk: 'Merge several',
  mergeExact: (lessons: number) => `Merge all ${count(lessons)} exact…`,
  mergeThese: 'Merge these…',
  mergeAll: 'Merge',
  goes: (superseded: number, stay: number) =>
    superseded === 0
      ? 'Nothing would be merged.'
      : `${plural(superseded, 'lesson is', 'lessons are')} superseded by ${plural(stay, 'other', 'others')}.`,
  mergedMany: (value: number) => `Merged ${plural(value, 'duplicate', 'duplicates')}`,
  copies: (value: number) => `${count(value)} exact copies`,
  group: (value: number) => `${count(value)} lessons, each like every other`,
  adds: (text: string) => `Newer: ${text}`,
  sameStatements: 'The same statements',
  lesson: (place: number) => `Lesson ${count(place)}`,
  more: (value: number) => `${plural(value, 'more lesson', 'more lessons')} of this group: next.`,
  exactText: 'The same in all texts and in the outcome; only tags may differ, and the one that stays gets all of them.',
  groupText: 'The lesson that stays gets what the others say beyond it.',
  oneByOne: 'This is decided for one group at a time.',
  none: 'No possible duplicates.',
  likelihood: { likely: 'Likely the same', possible: 'Possibly the same' },
  hint: { likely: 'About 19 of 20 such pairs are.', possible: 'About 3 of 4 such pairs are.' },
  overlap: (all: number, task: number) => `They share ${percent(all)} of their words, ${percent(task)} of their tasks`,
  sameTask: 'the same task',
  both: 'Both say',
  onlyOne: 'Only in the older',
  onlyOther: 'Only in the newer',
  older: 'Older',
  newer: 'Newer',
  stays: 'stays',
  keepsBoth: 'Both',
  keeps: (field: string, side: string) => `${field}: ${side}`,
  empty: 'nothing',
  same: 'The same in both',
  merge: 'Merge',
  notSame: 'Not the same',
  swap: (stays: 'one' | 'other' | null) =>
    stays === null ? 'Let the next stay' : stays === 'one' ? 'Let the newer stay' : 'Let the older stay',
  dismissed: (title: string) => named('Not the same', title),
};

/** Texts for pairs that say opposite things. */
export const contradictions = {
  list: 'Lessons that contradict each other',
  card: 'Two lessons that contradict each other',
  status: (total: number) => plural(total, 'contradiction', 'contradictions'),
  text: 'Both may be right in their time; nothing is resolved automatically.',
  none: 'No two lessons on one task contradict each other.',
  worked: 'Worked',
  didNotWork: 'Did not work',
  leave: 'Leave both',
  oneByOne: 'Which of two is wrong is decided for one pair at a time.',
  leaveThese: 'Leave these…',
  leftSeveral: (value: number) => `Left both of ${plural(value, 'pair', 'pairs')}`,
  leaves: (value: number) => `Leaves ${plural(value, 'pair', 'pairs')} of lessons as they are.`,
  left: (title: string) => named('Left both', title),
};

/** Texts for lessons that no agent was shown lately. */
export const unused = {
  list: 'Unused lessons',
  card: 'Unused lesson',
  status: (total: number) => plural(total, 'unused lesson', 'unused lessons'),
  /** In days, as the settings have them. */
  text: (unread: number, stale: number) =>
    `Never shown for ${plural(unread, 'day', 'days')}, or not again for ${count(stale)}, unchanged and not pinned.`,
  none: 'Every accepted lesson is new or was shown to an agent lately.',
  neverShown: 'Never shown to an agent',
  shown: (times: number) => `Shown ${plural(times, 'time', 'times')}, last`,
  changed: 'last changed',
  stale: 'Not shown to an agent for a long time',
  archive: 'Archive',
  keep: 'Keep',
  kept: (title: string) => named('Kept', title),
};

/** Texts for lessons that agents are shown and that somebody marked harmful. */
export const harmful = {
  list: 'Lessons marked harmful',
  card: 'Lesson marked harmful',
  status: (total: number) => `${plural(total, 'lesson', 'lessons')} marked harmful`,
  text: 'Agents keep seeing them until you reject them. Keeping one marks it helpful.',
  none: 'No lesson that agents see was marked harmful.',
  times: (value: number) => `Marked harmful ${plural(value, 'time', 'times')}`,
  judgements: 'Feedback that it is harmful',
  newest: (shown: number, total: number) => `The newest ${count(shown)} of ${count(total)}.`,
  noNote: 'No reason was given.',
  counts: 'All feedback',
  keep: 'Keep',
  kept: (title: string) => named('Kept, marked helpful', title),
  oneByOne: 'Feedback is about one lesson: keep them one by one.',
};
