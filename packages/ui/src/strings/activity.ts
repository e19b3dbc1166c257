import { count, plural } from './numbers.ts';

const ENTITY: Record<string, string> = {
  reflection: 'lesson',
  project: 'project',
  session: 'session',
  episode: 'record of a session',
  source: 'source',
  feedback: 'judgement',
  setting: 'setting',
};

const writes = (value: number) => plural(value, 'write', 'writes');

/** Texts of the screen Activity. */
export const activity = {
  title: 'Activity',
  text: 'Every write and every answer to an agent. Each write can be taken back, by itself or with all of its author.',
  show: 'Show',
  writes: 'Writes',
  answers: 'Answers',
  by: 'By whom',
  byWhom: { all: 'All', agent: 'Agents and programs', person: 'People', importer: 'Imports' },
  since: 'Since',
  anyTime: 'Any time',
  author: (name: string) => `By ${name}`,
  session: 'One session',
  sinceChip: (moment: string) => `Since ${moment}`,
  remove: (label: string) => `Remove filter ${label}`,
  onlyAuthor: (name: string) => `Show only what ${name} wrote`,
  onlySession: 'Only this session',
  connected: 'Connected now',
  nobody: 'Nobody but this window.',
  unnamed: 'An agent that has not called yet',
  loading: 'Reading the log…',
  failed: 'The log could not be read.',
  none: 'Nothing was written yet.',
  noneHint: 'Connect an agent or bring in your history, on the screen Data; each write is listed here.',
  noneMatch: 'Nothing was written by these, or since then.',
  noAnswers: 'No agent has asked anything yet.',
  noAnswersHint: 'Each answer to an agent is listed here with the attempt that followed.',
  older: 'Show older',
  clear: 'Show everything',
  details: (changes: number) => plural(changes, 'change', 'changes'),
  hide: 'Hide',
  more: (value: number) => `and ${count(value)} more`,
  entity: (kind: string) => ENTITY[kind] ?? kind,
  made: 'made',
  removed: 'removed',
  purged: 'purged',
  open: 'Open it',
  undoing: { undo: 'took something back', redo: 'did it again' },
  many: {
    start: 'Take all of these back…',
    title: 'Take all of these back',
    loading: 'Looking at what that would do…',
    failed: 'What that would do could not be found out.',
    says: (undoes: number, matches: number) =>
      undoes === 0
        ? `Of ${writes(matches)} none can be taken back.`
        : `${writes(undoes)} of ${count(matches)} will be taken back.`,
    already: (value: number) => `${writes(value)} ${value === 1 ? 'is' : 'are'} undone already.`,
    conflicts: (value: number) =>
      `${writes(value)} ${value === 1 ? 'was' : 'were'} changed by something else since and ${value === 1 ? 'stays' : 'stay'} as ${value === 1 ? 'it is' : 'they are'}:`,
    run: (undoes: number) => `Take ${writes(undoes)} back`,
    done: 'Taken back',
    changed: 'More was written meanwhile; these are the numbers of now.',
    redo: 'All of it can be done again afterwards, with Redo.',
  },
};
