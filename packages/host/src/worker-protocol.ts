import type { Backup, ChangeEvent, Envelope, Request, StoreHealth } from '@twicewise/contract';
import type { HostFacts } from '@twicewise/core';
import type { StorePaths } from '@twicewise/store';

/** What the store worker is started with. */
export interface WorkerSetup {
  paths: StorePaths;
  readOnlyCopy: string | null;
  facts: HostFacts;
}

/** Host → store worker. */
export type ToWorker =
  | { type: 'call'; id: number; request: Request }
  | { type: 'facts'; facts: HostFacts }
  | { type: 'tick' }
  | { type: 'close' };

/** Store worker → host. */
export type FromWorker =
  | { type: 'ready'; health: StoreHealth }
  | { type: 'answer'; id: number; envelope: Envelope }
  | { type: 'event'; event: Omit<ChangeEvent, 'epoch'> }
  | { type: 'busy'; busy: boolean }
  | { type: 'log'; message: string }
  | { type: 'closed' };

/** What a maintenance worker is started with; it answers once and ends. */
export type MaintenanceSetup = { paths: StorePaths } & ({ task: 'backup'; cause: Backup['cause'] } | { task: 'check' });
