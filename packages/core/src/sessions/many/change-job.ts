import { isChangedAfter, latestOperation, type ReadableDb, sessionsThatLost } from '@twicewise/store';
import { defineJob } from '../../runtime/jobs/job-kind.ts';
import { changeInSteps } from '../../runtime/many/change-in-steps.ts';
import { CHANGE_EPISODES_JOB } from './change-many.ts';
import { changeSession, isWhole } from './change-session.ts';
import { chosenSessions, isChanged, selectedSessions } from './selected.ts';

/**
 * Changes a large selection of sessions. An unrecorded one may have more attempts and turns than a step changes. The selection is
 * made again here and after a restart, so it may hold what the preview did not show: that has changed since, and is left whole.
 */
export const changeEpisodesInSteps = defineJob(CHANGE_EPISODES_JOB, async (job, control) => {
  const { selection, change, upTo, records } = job.input;
  const { episodes, sessions } = await selectedSessions(selection, control.services);
  const lost = new Set<number>();
  let lookedUpTo = upTo;
  /** Reads on in the log, because sessions may lose something while this job runs. */
  const hasLost = (db: ReadableDb, seq: number) => {
    for (const one of sessionsThatLost(db, lookedUpTo)) lost.add(one);
    lookedUpTo = latestOperation(db);
    return lost.has(seq);
  };
  const withEpisode = new Set(episodes);
  return changeInSteps(job, control, {
    name: 'episode.changeMany',
    seqs: [...episodes, ...sessions],
    perStep: 100,
    ...(records === undefined ? {} : { records }),
    read: (db, seqs) =>
      chosenSessions(db, {
        episodes: seqs.filter((seq) => withEpisode.has(seq)),
        sessions: seqs.filter((seq) => !withEpisode.has(seq)),
      }),
    isChangedAfter: (db, { id, seq }, since) => isChangedAfter(db, id, since) || hasLost(db, seq),
    changer:
      (context) =>
      (one, { isBegun, isOver }) => {
        if (!isBegun && !isChanged(change, one)) return false;
        if (!changeSession(context, one, change, { upTo, isOver })) return 'begun';
        return one.kind === 'episode' || isWhole(context.db, one, change);
      },
  });
});
