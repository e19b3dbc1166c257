import { type BundleKind, counted } from '@twicewise/contract';

const NAMES: Readonly<Record<BundleKind, readonly [one: string, several: string]>> = {
  project: ['project', 'projects'],
  source: ['source', 'sources'],
  session: ['session', 'sessions'],
  reflection: ['lesson', 'lessons'],
  feedback: ['piece of feedback', 'pieces of feedback'],
  episode: ['session log', 'session logs'],
  claim: ['claim about a cause', 'claims about causes'],
  attempt: ['attempt', 'attempts'],
  turn: ['turn', 'turns'],
  setting: ['saved view or rule', 'saved views and rules'],
};

/** What people call records of a kind, as headings do. */
export const recordsNamed = (kind: BundleKind): string => NAMES[kind][1];

/** What people call one record of a kind. */
export const recordNamed = (kind: BundleKind): string => NAMES[kind][0];

/** How many records of a kind there are, in words. */
export const countRecords = (count: number, kind: BundleKind): string => counted(count, ...NAMES[kind]);
