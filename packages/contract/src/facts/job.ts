import type {
  BundleResult,
  ChangeResult,
  EpisodesResult,
  ExportResult,
  Job,
  LessonsResult,
  LoopsResult,
  TranscriptsResult,
  TurnsResult,
  UndoResult,
} from '../domain/job.ts';

/** Whether a job is still to end, one that waits for its turn included. */
export function isRunning({ state }: Pick<Job, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** What jobs achieve, by kind. */
export interface JobResults {
  import: LessonsResult;
  history: TranscriptsResult;
  capture: TranscriptsResult;
  change: ChangeResult;
  changeEpisodes: ChangeResult;
  undo: UndoResult;
  export: ExportResult;
  bundle: BundleResult;
  episodes: EpisodesResult;
  loops: LoopsResult;
  turns: TurnsResult;
}

/** What a job of this kind achieved, as the host that ran it says. Throws for a job of another kind, or one that is not done. */
export function resultOf<K extends keyof JobResults>(kind: K, job: Pick<Job, 'kind' | 'result'>): JobResults[K] {
  if (job.kind !== kind || job.result === null) throw new Error(`not the result of a job of kind ${kind}`);
  return job.result as unknown as JobResults[K];
}
