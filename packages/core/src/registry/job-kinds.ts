import type { Job } from '@twicewise/contract';
import { loadSampleTeller } from '../briefing/sample-teller.ts';
import { writeExport } from '../bundles/export-bundle.ts';
import { writeImport } from '../bundles/import-bundle.ts';
import { captureSession } from '../capture/run-capture.ts';
import { readEpisodes } from '../imports/episodes-job.ts';
import { importLessons } from '../imports/lessons-job.ts';
import { readLoops } from '../imports/loops-job.ts';
import { sampleLoader } from '../imports/sample/job.ts';
import { importTranscripts } from '../imports/transcripts-job.ts';
import { importTurns } from '../imports/turns-job.ts';
import { changeLessonsInSteps } from '../lessons/change-job.ts';
import { mergeInSteps } from '../projects/merge-job.ts';
import type { RunnableJob } from '../runtime/jobs/job-kind.ts';
import { changeEpisodesInSteps } from '../sessions/many/change-job.ts';
import { undoInSteps } from '../undo/undo-job.ts';
import { computeVectors } from '../vectors/embed-job.ts';

/** The implementation of each job kind in the contract. A missing one is a type error. */
const JOB_KINDS: { readonly [K in Job['kind']]: RunnableJob<K> } = {
  import: importLessons,
  history: importTranscripts,
  sample: sampleLoader(loadSampleTeller),
  bundle: writeImport,
  episodes: readEpisodes,
  loops: readLoops,
  turns: importTurns,
  embed: computeVectors,
  change: changeLessonsInSteps,
  changeEpisodes: changeEpisodesInSteps,
  merge: mergeInSteps,
  undo: undoInSteps,
  export: writeExport,
  capture: captureSession,
};

export const jobs: readonly RunnableJob[] = Object.values(JOB_KINDS);
