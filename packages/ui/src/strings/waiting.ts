import type { Comparing } from '@twicewise/contract';
import { count, named, plural } from './numbers.ts';

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** What waits for a decision, by kind. */
export const waiting = {
  label: 'What waits',
  kinds: {
    drafts: 'Drafts',
    suspects: 'Duplicates',
    contradictions: 'Contradictions',
    neglected: 'Unread',
    harmful: 'Harmful',
  },
  /** A count that is not known yet is not shown. */
  kind: (name: string, total: number | undefined) => (total === undefined ? name : `${name} ${count(total)}`),
  loading: 'Reading what waits…',
  failed: 'What waits could not be read.',
  more: 'Show more',
  place: (place: number, total: number) => `${count(place)} of ${count(total)}`,
  comparing: ({ compared, lessons }: Comparing) =>
    `${count(compared)} of ${plural(lessons, 'lesson', 'lessons')} compared so far.`,
  allDone: 'All of these are decided.',
  allDoneHint: 'takes the last decision back.',
  open: (title: string) => `Open ${title}`,
  openShort: 'Open',
};

/** Texts for pairs that probably say the same. */
export const suspects = {
  list: 'Lessons that may say the same',
  card: 'Two lessons that may say the same',
  status: (total: number) => `${plural(total, 'pair', 'pairs')} that may say the same`,
  text: 'Nothing is merged by itself.',
  none: 'No two lessons of a project seem to say the same.',
  likelihood: { likely: 'Likely the same', possible: 'Perhaps the same' },
  hint: { likely: 'About 19 of 20 such pairs are.', possible: 'About 3 of 4 such pairs are.' },
  overlap: (all: number, task: number) => `${percent(all)} of their words, ${percent(task)} of their tasks`,
  sameTask: 'the same task',
  both: 'Both say',
  onlyOne: 'Only the older',
  onlyOther: 'Only the newer',
  older: 'Older',
  newer: 'Newer',
  stays: 'stays',
  keepsBoth: 'Both',
  keeps: (field: string, side: string) => `${field}: ${side}`,
  empty: 'nothing',
  same: 'The same in both',
  merge: 'Merge',
  notSame: 'Not the same',
  swap: 'The other one stays',
  dismissed: (title: string) => named('Not the same', title),
};

/** Texts for pairs that say opposite things. */
export const contradictions = {
  list: 'Lessons that contradict each other',
  card: 'Two lessons that contradict each other',
  status: (total: number) => plural(total, 'contradiction', 'contradictions'),
  text: 'Both may be right at their time: nothing is resolved by itself.',
  none: 'No two lessons on one task contradict each other.',
  worked: 'Worked',
  didNotWork: 'Did not work',
  leave: 'Leave both',
  left: (title: string) => named('Left both', title),
};

/** Texts for lessons that no agent was shown. */
export const unused = {
  list: 'Lessons that no agent reads',
  card: 'A lesson that no agent reads',
  status: (total: number) => `${plural(total, 'lesson', 'lessons')} that no agent reads`,
  text: 'Pinned ones are left alone.',
  none: 'Every accepted lesson is new, or was shown to an agent lately.',
  neverShown: 'Never shown to an agent',
  shown: (times: number) => `Shown ${plural(times, 'time', 'times')}, last`,
  changed: 'last changed',
  stale: 'Not shown to an agent for long',
  archive: 'Archive',
  keep: 'Keep',
  kept: (title: string) => named('Kept', title),
};

/** Texts for lessons that agents are shown and that somebody judged harmful. */
export const harmful = {
  list: 'Lessons that were judged harmful',
  card: 'A lesson that was judged harmful',
  status: (total: number) => `${plural(total, 'lesson', 'lessons')} judged harmful`,
  text: 'Agents are told them until you reject them. Keeping one judges it helpful.',
  none: 'No lesson that agents are told was judged harmful.',
  times: (value: number) => `Judged harmful ${plural(value, 'time', 'times')}`,
  judgements: 'Judgements that it is harmful',
  newest: (shown: number, total: number) => `The newest ${count(shown)} of ${count(total)}.`,
  noNote: 'No reason was given.',
  counts: 'All judgements',
  keep: 'Keep',
  kept: (title: string) => named('Kept, judged helpful', title),
};
