import type { Backup, Insights, MemoryMetrics, OutputOf, ParsedInputOf, TimeStep } from '@twicewise/contract';
import type {
  AgentAnswerFilter,
  CheckResult,
  findUnusedLessons,
  UnusedScope,
  WaitingScope,
  WaitingWorth,
} from '@twicewise/store';

/** The request for a page of unused lessons. */
export interface UnusedRequest extends UnusedScope {
  limit: number;
  cursor: string | undefined;
}

/** The input of `memory.insights`; times are UTC with milliseconds. */
export interface InsightRequest {
  projectId: string | null;
  since: string | null;
  until: string | null;
  step: TimeStep | null;
  utcOffset: number;
  /** The current time. */
  now: string;
}

/** Operations that say what a purge would remove. */
export type PurgePreviewName = `${'reflection' | 'episode' | 'attempt' | 'turn' | 'session'}.previewPurge`;

/** Long read-only work that must not block writes. The host runs it beside the store worker. */
export interface SecondThread {
  backup(cause: Backup['cause']): Promise<Backup>;
  check(): Promise<CheckResult>;
  /** Runs the full check of a backup; see `checkBackup` in the store. */
  checkBackup(name: string): Promise<CheckResult>;
  /** `memory.metrics` of one project, or of all when null, since an ISO time, or from the beginning when null. */
  metrics(projectId: string | null, since: string | null): Promise<MemoryMetrics>;
  insights(request: InsightRequest): Promise<Insights>;
  /** Lessons that no agent was shown. */
  findUnused(request: UnusedRequest): Promise<ReturnType<typeof findUnusedLessons>>;
  /** Counts what waits for a person. */
  countWaiting(request: WaitingScope): Promise<WaitingWorth>;
  /** Counts what agents were shown. */
  countAnswers(request: AgentAnswerFilter): Promise<number>;
  /** Reads what a purge would remove, all of it as of one moment. */
  previewPurge<N extends PurgePreviewName>(name: N, which: ParsedInputOf<N>['which']): Promise<OutputOf<N>>;
}
