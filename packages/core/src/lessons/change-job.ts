import { isRecordChangedAfter, lessonFacts } from '@twicewise/store';
import { defineJob } from '../runtime/jobs/job-kind.ts';
import { changeInSteps } from '../runtime/many/change-in-steps.ts';
import { CHANGE_JOB } from './change-many.ts';
import { Effects } from './effect.ts';
import { selectedSeqs } from './selection.ts';

/** Changes a large selection of lessons. */
export const changeLessonsInSteps = defineJob(CHANGE_JOB, async (job, control) =>
  changeInSteps(job, control, {
    name: 'reflection.changeMany',
    seqs: await selectedSeqs(job.input.selection, control.services),
    perStep: 250,
    read: lessonFacts,
    isChangedAfter: (db, { id }, upTo) => isRecordChangedAfter(db, id, upTo),
    changer: (context) => {
      const effects = new Effects(context.db, job.input.change, context.at);
      return (lesson) => {
        const effect = effects.of(lesson);
        return typeof effect !== 'string' && context.record.update('reflection', lesson.id, effect.fields);
      };
    },
  }),
);
