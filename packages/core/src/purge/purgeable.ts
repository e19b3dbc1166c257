import { counted, isId, type OperationName, type ParsedInputOf } from '@twicewise/contract';
import {
  attemptRowsToPurge,
  BINS,
  type Binned,
  type BinPage,
  type BinPlace,
  binnedPartsOf,
  episodeRowsToPurge,
  type PurgedAttemptRows,
  type PurgedEpisodeRows,
  type PurgedRows,
  type PurgedSessionRows,
  type PurgedTurnRows,
  partsToPurge,
  prunedTurnsAfter,
  prunedTurnsOf,
  purgeAttempts,
  purgeEpisodes,
  purgeLessons,
  purgeParts,
  purgeTurns,
  purgeTurnTexts,
  type ReadableDb,
  rowsToPurge,
  sessionsLosingGoal,
  sessionsSaying,
  turnRowsToPurge,
  turnTextsToPurge,
} from '@twicewise/store';
import type { WriteContext } from '../runtime/context.ts';

/** A kind of record that a person can purge from the bin. `R`: tables that hold parts of it. */
export interface Purgeable<R extends string> {
  entityOf(id: string): 'reflection' | 'episode' | 'attempt' | 'turn';
  readonly operation: OperationName;
  readonly preview: OperationName;
  /** How many of what these are, in words. */
  inWords(ids: readonly string[]): string;
  readonly tables: readonly R[];
  /** What a purge does not reach, in words. */
  readonly stays: readonly string[];
  /** Those of the given ids that are in the bin. */
  named(db: ReadableDb, ids: readonly string[]): Binned[];
  count(db: ReadableDb, ids: readonly string[]): Record<R, number>;
  /** Records of other kinds that lose what they hold of these. */
  alsoEmptied(db: ReadableDb, ids: readonly string[]): string[];
  /** Removes everything of these records, in the transaction of a step. */
  remove(context: WriteContext, ids: readonly string[]): Record<R, number>;
}

/** One that has a bin of its own. */
export interface PurgeableBin<R extends string> extends Purgeable<R> {
  /** A page of the bin. */
  after(db: ReadableDb, place: BinPlace | null, limit: number): BinPage;
}

export const LESSON: PurgeableBin<keyof PurgedRows> = {
  entityOf: () => 'reflection',
  operation: 'reflection.purge',
  preview: 'reflection.previewPurge',
  inWords: ({ length }) => counted(length, 'lesson'),
  tables: ['reflection', 'feedback', 'exposure_release', 'operation_change', 'operation'],
  stays: [
    'That there were such lessons: who wrote and purged them and when, without their text.',
    'What was merged into other lessons: it is their text now.',
    'What agents asked, and that they were shown these lessons, without their text.',
    'Backups, until they grow old or are removed by hand.',
  ],
  ...BINS.reflection,
  count: rowsToPurge,
  alsoEmptied: () => [],
  remove: ({ db }, ids) => purgeLessons(db, ids),
};

export const EPISODE: PurgeableBin<keyof PurgedEpisodeRows> = {
  entityOf: () => 'episode',
  operation: 'episode.purge',
  preview: 'episode.previewPurge',
  inWords: ({ length }) => counted(length, 'session log'),
  tables: ['episode', 'session', 'operation_change', 'operation'],
  stays: [
    'That there were such episodes: who wrote and purged them and when, without their text.',
    'Their sessions, with the lessons that were stored in them.',
    'What agents and people claimed about causes themselves: those are words of their own (causal.retract).',
    'The files they came from: read again, these make them anew.',
    'Backups, until they grow old or are removed by hand.',
  ],
  ...BINS.episode,
  count: episodeRowsToPurge,
  alsoEmptied: (db, ids) => sessionsSaying(db, 'episode', ids),
  remove({ db, touch }, ids) {
    const { rows, sessions } = purgeEpisodes(db, ids);
    // A session is indexed by the text of its episode.
    for (const id of sessions) touch('session', id);
    return rows;
  },
};

export const ATTEMPT: PurgeableBin<keyof PurgedAttemptRows> = {
  entityOf: () => 'attempt',
  operation: 'attempt.purge',
  preview: 'attempt.previewPurge',
  inWords: ({ length }) => counted(length, 'attempt'),
  tables: ['attempt', 'operation_change', 'operation'],
  stays: [
    'That there were such attempts: who recorded and purged them and when, without their text.',
    'Their sessions, and the lessons that were drawn from them.',
    'The files they came from: read again, these make them anew.',
    'Backups, until they grow old or are removed by hand.',
  ],
  ...BINS.attempt,
  count: attemptRowsToPurge,
  alsoEmptied: () => [],
  remove: ({ db }, ids) => purgeAttempts(db, ids),
};

export const TURN: PurgeableBin<keyof PurgedTurnRows> = {
  entityOf: () => 'turn',
  operation: 'turn.purge',
  preview: 'turn.previewPurge',
  inWords: ({ length }) => counted(length, 'turn'),
  tables: ['turn', 'turn_part', 'turn_chunk', 'operation_change', 'operation'],
  stays: [
    'That there were such turns: who saved and purged them and when, without their text.',
    'Texts that other turns have too, a turn that was undone included: they are theirs.',
    'Their sessions, and the lessons that were drawn from them.',
    'Backups, until they grow old or are removed by hand.',
  ],
  ...BINS.turn,
  count: turnRowsToPurge,
  alsoEmptied: () => [],
  remove: ({ db }, ids) => purgeTurns(db, ids),
};

/** The texts of pruned turns: the turns themselves stay. */
export const TEXTS_OF_TURNS: PurgeableBin<keyof PurgedTurnRows> = {
  ...TURN,
  inWords: ({ length }) => counted(length, 'text of a pruned turn', 'texts of pruned turns'),
  stays: [
    'The turns, with their summaries, thoughts, calls and costs. Nothing that was done to them before can be undone any more.',
    'Texts that other turns have too, a turn that was undone included: they are theirs.',
    'Backups, until they grow old or are removed by hand.',
  ],
  after: prunedTurnsAfter,
  named: prunedTurnsOf,
  count: turnTextsToPurge,
  remove: ({ db }, ids) => purgeTurnTexts(db, ids),
};

/** Whole turns of the bin, or the texts of those that were pruned, which are a bin of their own. */
export function turnsOf(which: ParsedInputOf<'turn.purge'>['which']) {
  return 'pruned' in which ? { of: TEXTS_OF_TURNS, records: { bin: true as const } } : { of: TURN, records: which };
}

const PARTS = { episode: 'session log', attempt: 'attempt', turn: 'turn' } as const;
const listed = new Intl.ListFormat('en-GB');
const partOf = (id: string) => (isId('episode', id) ? 'episode' : isId('turn', id) ? 'turn' : 'attempt');

/** What sessions consist of: episodes, attempts and turns. Which they are is found out by session; see `session-selection.ts`. */
export const SESSION_PARTS: Purgeable<keyof PurgedSessionRows> = {
  entityOf: partOf,
  operation: 'session.purge',
  preview: 'session.previewPurge',
  inWords: (ids) => listed.format([...Map.groupBy(ids, partOf)].map(([part, own]) => counted(own.length, PARTS[part]))),
  tables: ['episode', 'attempt', 'turn', 'turn_part', 'turn_chunk', 'session', 'operation_change', 'operation'],
  stays: [
    'That there were such session logs, attempts and turns: who recorded and purged them and when, without their text.',
    'The names and working summaries of the sessions, and the lessons that were stored in them.',
    'All attempts and turns of a session with a log, if any of them is outside the bin.',
    'What agents and people claimed about causes themselves: those are words of their own (causal.retract).',
    'Texts that turns of other sessions have too, a turn that was undone included: they are theirs.',
    'The files they came from: read again, these make them anew.',
    'Backups, until they grow old or are removed by hand.',
  ],
  named: binnedPartsOf,
  count: partsToPurge,
  alsoEmptied: sessionsLosingGoal,
  remove({ db, touch }, ids) {
    const { rows, sessions } = purgeParts(db, ids);
    for (const id of sessions) touch('session', id);
    return rows;
  },
};
