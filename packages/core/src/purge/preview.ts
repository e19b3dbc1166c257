import { isId, type OutputOf, type ParsedInputOf } from '@twicewise/contract';
import { type Binned, backupsHolding, type ReadableDb, type StorePaths } from '@twicewise/store';
import { atOnce, type InPieces } from '../runtime/in-turns.ts';
import type { PurgePreviewName } from '../runtime/second-thread.ts';
import { answersWith, binned, purgeDigest, sum, type Which } from './found.ts';
import { ATTEMPT, EPISODE, LESSON, type Purgeable, type PurgeableBin, SESSION_PARTS, turnsOf } from './purgeable.ts';
import { type BinnedSession, binnedParts, binnedSessions } from './session-selection.ts';
import { countTold } from './told-texts.ts';

// The preview of a purge reads all rows of its records, and their words where agents were told something since the first of them: about
// 1 s or 5 s for 100,000 lessons, in which nothing else would be answered. So it is read on the second thread as a whole, in one
// snapshot: what it counts and what its digest stands for are the same records, whatever is committed meanwhile. The purge refuses a
// digest of others.

/** The memory at one moment, and where its backups are. */
export interface PreviewSource {
  db: ReadableDb;
  paths: StorePaths;
}

/** Describes what a purge of these records would remove, which are in the bin: the first five by name. */
function* described<R extends string>(
  of: Purgeable<R>,
  records: readonly Binned[],
  { db: memory, paths }: PreviewSource,
) {
  const db = () => memory;
  const ids = records.map(({ id }) => id);
  // All at once: a goal, an operation and a piece of text may be of several records.
  const counted = of.count(memory, ids);
  const holding = yield* answersWith(new Set([...ids, ...of.alsoEmptied(memory, ids)]), db);
  const told_text = yield* countTold(of, records, db);
  return {
    records: records.length,
    examples: firstOf(records),
    rows: sum(of, [counted], { request_key: holding.length, told_text }),
    stays: [...of.stays],
    backups: ids.length === 0 ? [] : backupsHolding(paths, ids),
    digest: purgeDigest(records),
  };
}

const firstOf = (records: readonly { id: string; task: string }[]) =>
  records.slice(0, 5).map(({ id, task }) => ({ id, task }));

function* preview<R extends string>(of: PurgeableBin<R>, which: Which, source: PreviewSource) {
  const records = yield* binned(of, which, () => source.db);
  const refused = 'ids' in which ? new Set(which.ids).size - records.length : 0;
  return { refused, ...(yield* described(of, records, source)) };
}

/** Those of these sessions that have no episode, and how many attempts and turns they have. */
function unrecordedOf(sessions: readonly BinnedSession[]) {
  const own = sessions.filter(({ episodeId }) => episodeId === null);
  const parts = own.flatMap((session) => session.parts);
  const turns = parts.filter(({ id }) => isId('turn', id)).length;
  return { sessions: own.length, attempts: parts.length - turns, turns };
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
    const { sessions, refused } = yield* binnedSessions(which, () => source.db);
    const { records: _, ...rest } = yield* described(SESSION_PARTS, binnedParts(sessions), source);
    return {
      ...rest,
      sessions: sessions.length,
      unrecorded: unrecordedOf(sessions),
      examples: firstOf(sessions),
      refused,
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
