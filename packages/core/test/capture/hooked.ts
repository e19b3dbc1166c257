import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller, InputOf, Job, OutputOf } from '@twicewise/contract';
import type { TranscriptBuilder } from '@twicewise/ingest/transcript-samples';
import { MAX_JOB_WAIT_MS } from '@twicewise/store';
import { agentIn, TestCore } from '../harness.ts';

/** The hook of an agent's program in a folder, and the agent itself over MCP, both as callers of the same session. */
export function hookOf(session: string, overrides: Partial<Caller> = {}): Caller {
  return agentIn('/work/shop', {
    door: 'hook',
    author: { kind: 'agent', name: 'claude-code' },
    client: 'claude-code hook',
    session,
    ...overrides,
  });
}

/** A core with a folder of transcripts, and a clock that a test can move to the time when they are read. */
export class Captures {
  readonly test: TestCore;
  readonly folder: string;

  constructor() {
    this.test = new TestCore();
    this.folder = join(this.test.folder, 'projects/shop');
    mkdirSync(this.folder, { recursive: true });
  }

  path(session: string): string {
    return join(this.folder, `${session}.jsonl`);
  }

  /** Writes the transcript of a session, as its program does. */
  write(session: string, builder: TranscriptBuilder): string {
    writeFileSync(this.path(session), `${builder.lines.join('\n')}\n`);
    return this.path(session);
  }

  /** Calls `session.capture` as a hook does. */
  ask(
    session: string,
    more: Partial<InputOf<'session.capture'>> = {},
    caller: Caller = hookOf(session),
  ): Promise<OutputOf<'session.capture'>> {
    const input = { agent: 'claude-code', sessionId: session, transcript: this.path(session), ...more };
    return this.test.call('session.capture', input, caller);
  }

  /**
   * Advances the clock until the requested reading is done. On a slower machine a session rests longer before it is read again,
   * so the clock advances by the longest rest.
   */
  async read(asked: OutputOf<'session.capture'>): Promise<Job> {
    if (asked.job === null) throw new Error(`nothing is read: ${asked.left}`);
    this.test.now += MAX_JOB_WAIT_MS;
    await this.test.core.maintain();
    return this.test.ended(asked.job.id);
  }

  async capture(session: string, more: Partial<InputOf<'session.capture'>> = {}, caller?: Caller): Promise<Job> {
    return this.read(await this.ask(session, more, caller));
  }
}
