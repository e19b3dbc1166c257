import { episodeFacts } from '@twicewise/store';
import { defineJob } from '../../runtime/jobs/job-kind.ts';
import { changeInSteps } from '../../runtime/many/change-in-steps.ts';
import { CHANGE_EPISODES_JOB } from './change-many.ts';
import { fieldsOf, selectedEpisodes } from './selected.ts';

/** Changes a large selection of episodes. */
export const changeEpisodesInSteps = defineJob(CHANGE_EPISODES_JOB, async (job, control) =>
  changeInSteps(job, control, {
    name: 'episode.changeMany',
    seqs: await selectedEpisodes(job.input, control.services),
    perStep: 100,
    read: episodeFacts,
    changer: (context) => (episode) => {
      const fields = fieldsOf(job.input.change, episode, context.at);
      return fields !== null && context.record.update('episode', episode.id, fields);
    },
  }),
);
