import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Caller, Job } from '@twicewise/contract';
import { closeStore, countByProject, modelSets, openVectors, type VectorDb } from '@twicewise/store';
import { person, TestCore } from '../harness.ts';
import { EmbeddingServer } from './embedding-server.ts';

/** A core with a real embedding server; its pause after a failure is short. */
export class VectorCore extends TestCore {
  readonly server: EmbeddingServer;

  private constructor(server: EmbeddingServer, folder?: string) {
    super({ embeddingPauseMs: 20, embeddingKey: 'k-1', ...(folder === undefined ? {} : { folder }) });
    this.server = server;
  }

  static async start(): Promise<VectorCore> {
    return new VectorCore(await new EmbeddingServer().start());
  }

  /** Another core, on an existing folder, with the same server. */
  beside(folder: string): VectorCore {
    return new VectorCore(this.server, folder);
  }

  override async remove(): Promise<void> {
    await super.remove();
    await this.server.stop();
  }

  async vectors() {
    return (await this.call('host.status', {})).vectors;
  }

  /** Waits until a condition holds; after the time limit it throws with the current state. */
  async until(holds: () => Promise<boolean> | boolean): Promise<void> {
    for (let turn = 0; turn < 800; turn++) {
      if (await holds()) return;
      await wait(5);
    }
    throw new Error(`waited in vain: ${JSON.stringify([await this.vectors(), this.logged])}`);
  }

  inState(state: string): Promise<void> {
    return this.until(async () => (await this.vectors()).state === state);
  }

  /** Sets the server's model `small`, or other settings. */
  configure(more: Record<string, unknown> = {}) {
    const server = { 'embedding.provider': 'ollama', 'embedding.url': this.server.url, 'embedding.model': 'small' };
    return this.call('settings.set', { changes: { ...server, ...more } as never });
  }

  async embedJobs(): Promise<Job[]> {
    return (await this.call('job.list', {})).items.filter(({ kind }) => kind === 'embed');
  }

  /** The jobs, once all of them have ended. */
  async endedJobs(): Promise<Job[]> {
    const isOpen = ({ state }: Job) => state === 'queued' || state === 'running';
    await this.until(async () => !(await this.embedJobs()).some(isOpen));
    return this.embedJobs();
  }

  search(taskDescription: string, more: object = {}, caller: Caller = person) {
    return this.call('reflection.search', { taskDescription, ...more }, caller);
  }

  /** Waits until vectors affect the answer to a question, and returns the ids of its hits. */
  async near(question: string, more: object = {}, caller: Caller = person): Promise<string[]> {
    await this.until(async () => (await this.search(question, more, caller)).rankers.includes('vector'));
    return (await this.search(question, more, caller)).hits.map(({ reflection }) => reflection.id);
  }

  /** The lessons that were sent to be embedded, without probes and questions. */
  sent(): string[] {
    return this.server.texts.filter((text) => text.startsWith('Task'));
  }

  async storeMany(count: number, projectId = 'demo'): Promise<void> {
    const store = (at: number) => this.store({ taskDescription: `Task number ${at} of many`, projectId });
    await Promise.all(Array.from({ length: count }, (_, at) => store(at)));
  }

  /** Reads the contents of the file over a separate connection. */
  inFile<T>(look: (db: VectorDb) => T): T {
    const opened = openVectors(join(this.folder, 'vectors.db'), 0);
    if (opened.state !== 'ready') throw new Error(opened.message);
    try {
      return look(opened.db);
    } finally {
      closeStore(opened.db);
    }
  }

  /** Model, state and number of vectors of each stored set. */
  storedSets() {
    return this.inFile((db) =>
      modelSets(db).map(({ id, model, state }) => {
        const count = [...countByProject(db, id).values()].reduce((sum, each) => sum + each, 0);
        return [model, state, count];
      }),
    );
  }
}
