import { isChangedAfter, sessionsThatLost } from '@twicewise/store';
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
  const lost = sessionsThatLost(control.services.db(), upTo);
  const withEpisode = new Set(episodes);
  return changeInSteps(job, control, {
    name: 'episode.changeMany',
    seqs: [...episodes, ...sessions.filter((seq) => !lost.has(seq))],
    perStep: 100,
    ...(records === undefined ? {} : { records }),
    read: (db, seqs) =>
      chosenSessions(db, {
        episodes: seqs.filter((seq) => withEpisode.has(seq)),
        sessions: seqs.filter((seq) => !withEpisode.has(seq)),
      }),
    changer:
      (context) =>
      (one, { isBegun, isOver }) => {
        if (!isBegun && (!isChanged(change, one) || isChangedAfter(context.db, one.id, upTo))) return false;
        if (!changeSession(context, one, change, { upTo, isOver })) return 'begun';
        return one.kind === 'episode' || isWhole(context.db, one, change);
      },
  });
});
