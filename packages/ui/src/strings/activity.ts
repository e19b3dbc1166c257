import { count, plural } from './numbers.ts';

/** Kinds of records by their names here, where those differ. */
const ENTITY: Record<string, string> = { reflection: 'lesson', episode: 'session log' };
const MANY: Record<string, string> = { feedback: 'feedback' };

const recordCount = ([entity, value]: readonly [string, number]) => {
  const one = ENTITY[entity] ?? entity;
  return plural(value, one, MANY[entity] ?? `${one}s`);
};

const writes = (value: number) => plural(value, 'write', 'writes');

/** Texts of the screen Activity. */
export const activity = {
  title: 'Activity',
  text: 'Every write and every answer to an agent. Undo one write, or all writes of an author.',
  show: 'Show',
  writes: 'Writes',
  answers: 'Answers',
  by: 'By whom',
  byWhom: { all: 'All', agent: 'Agents and programs', person: 'People', importer: 'Imports' },
  filterBy: (whom: string) => `Filter by whom: ${whom}`,
  since: 'Since',
  lastHour: 'Last hour',
  author: (name: string) => `By ${name}`,
  session: 'Of one session',
  sinceChip: (moment: string) => `Since ${moment}`,
  onlyAuthor: (name: string) => `Show only what ${name} wrote`,
  onlySession: 'Only the same session',
  loading: 'Loading the log…',
  failed: 'Could not load the log.',
  none: 'Nothing was written yet.',
  noneHint: 'Each write is listed here, once an agent is connected or past sessions are imported.',
  noneMatch: 'No write matches these filters.',
  noAnswers: 'No agent has asked anything yet.',
  noAnswersHint: 'Each answer to an agent is listed here with the attempt that followed.',
  older: 'Show older',
  clear: 'Clear filters',
  details: (changes: number) => plural(changes, 'change', 'changes'),
  /** What a write was about: of more than two kinds only how many items. A line may end between two, and not within one. */
  records: (counts: readonly (readonly [entity: string, value: number])[]) => {
    if (counts.length <= 2) return counts.map((one) => recordCount(one).replaceAll(' ', '\u00a0')).join(', ');
    return plural(
      counts.reduce((sum, [, value]) => sum + value, 0),
      'item',
      'items',
    );
  },
  each: (counts: readonly (readonly [entity: string, value: number])[]) => counts.map(recordCount).join(', '),
  hide: 'Hide',
  more: (value: number) => `and ${count(value)} more`,
  entity: (kind: string) => ENTITY[kind] ?? kind,
  made: 'made',
  removed: 'removed',
  purged: 'purged',
  open: 'Open',
  /** The program that wrote, behind its author. */
  program: (name: string) => (name === 'Browser' ? 'in a browser' : `with ${name}`),
  many: {
    start: 'Undo all of these…',
    title: 'Undo all of these',
    loading: 'Checking what this would undo…',
    failed: 'Could not check what this would undo.',
    says: (undoes: number, matches: number) =>
      undoes === 0
        ? `None of ${writes(matches)} can be undone.`
        : `${writes(undoes)} of ${count(matches)} will be undone.`,
    already: (value: number) => `${writes(value)} ${value === 1 ? 'is' : 'are'} undone already.`,
    conflicts: (value: number) =>
      `${writes(value)} ${value === 1 ? 'was' : 'were'} changed by something else since and ${value === 1 ? 'stays' : 'stay'} as ${value === 1 ? 'it is' : 'they are'}:`,
    run: (undoes: number) => `Undo ${writes(undoes)}`,
    done: 'Undone',
    changed: 'More was written meanwhile; these are the current numbers.',
    redo: 'Redo brings all of it back.',
  },
};
