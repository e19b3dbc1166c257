import type { OutputOf, ParsedInputOf } from '@twicewise/contract';
import { backupsHolding, type ReadableDb, type StorePaths } from '@twicewise/store';
import { atOnce, type InPieces } from '../runtime/in-turns.ts';
import type { PurgePreviewName } from '../runtime/second-thread.ts';
import { answersWith, binned, purgeDigest, sum, type Which } from './found.ts';
import { ATTEMPT, EPISODE, LESSON, type Purgeable, turnsOf, UNRECORDED } from './purgeable.ts';
import { binnedSessions, recordsOf } from './session-selection.ts';
import { countTold } from './words-told.ts';

// The preview of a purge reads all rows of its records: 0.9 s for 100,000 lessons, in which nothing else would be answered. So it is
// read on the second thread as a whole, in one snapshot: what it counts and what its digest stands for are the same records, whatever
// is committed meanwhile. The purge refuses a digest of others.

/** The memory at one moment, and where its backups are. */
export interface PreviewSource {
  db: ReadableDb;
  paths: StorePaths;
}

/** Describes what a purge would remove: records in the bin, the first five by name. */
function* preview<R extends string>(of: Purgeable<R>, which: Which, { db: memory, paths }: PreviewSource) {
  const db = () => memory;
  const records = yield* binned(of, which, db);
  const ids = records.map(({ id }) => id);
  // All at once: a goal, an operation and a piece of text may be of several records.
  const counted = of.count(memory, ids);
  const holding = yield* answersWith(new Set([...ids, ...of.alsoEmptied(memory, ids)]), db);
  const told_text = yield* countTold(of, records, db);
  return {
    records: records.length,
    examples: records.slice(0, 5).map(({ id, task }) => ({ id, task })),
    refused: 'ids' in which ? new Set(which.ids).size - records.length : 0,
    rows: sum(of, [counted], { request_key: holding.length, told_text }),
    stays: [...of.stays],
    backups: ids.length === 0 ? [] : backupsHolding(paths, ids),
    digest: purgeDigest(records),
  };
}

/** What each preview reads. */
type Previews = {
  [N in PurgePreviewName]: (which: ParsedInputOf<N>['which'], source: PreviewSource) => InPieces<OutputOf<N>>;
};

const PREVIEWS: Previews = {
  *'reflection.previewPurge'(which, source) {
    const { records, examples, ...rest } = yield* preview(LESSON, which, source);
    const named = examples.map(({ id, task: taskDescription }) => ({ id, taskDescription }));
    return { lessons: records, examples: named, ...rest };
  },
  *'episode.previewPurge'(which, source) {
    const { records, ...rest } = yield* preview(EPISODE, which, source);
    return { episodes: records, ...rest };
  },
  *'attempt.previewPurge'(which, source) {
    const { records, ...rest } = yield* preview(ATTEMPT, which, source);
    return { attempts: records, ...rest };
  },
  *'turn.previewPurge'(which, source) {
    const { of, records: chosen } = turnsOf(which);
    const { records, examples, ...rest } = yield* preview(of, chosen, source);
    return { turns: records, examples: examples.map(({ id, task: text }) => ({ id, text })), ...rest };
  },
  *'session.previewPurge'(which, source) {
    const sessions = binnedSessions(which.ids, source.db);
    const {
      records: _,
      examples: _examples,
      ...rest
    } = yield* preview(UNRECORDED, { ids: recordsOf(sessions) }, source);
    return {
      ...rest,
      sessions: sessions.length,
      examples: sessions.slice(0, 5).map(({ id, task }) => ({ id, task })),
      refused: new Set(which.ids).size - sessions.length,
    };
  },
};

/** Reads the preview of a purge. It is exact where nothing is written to the memory meanwhile that `source` sees. */
export function readPurgePreview<N extends PurgePreviewName>(
  name: N,
  which: ParsedInputOf<N>['which'],
  source: PreviewSource,
): OutputOf<N> {
  return atOnce(PREVIEWS[name](which, source));
}
