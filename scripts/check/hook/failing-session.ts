import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type HostProcess, runCommand } from '@twicewise/testkit';

const LOOK_MS = 200;
const EDITS = 10;

/** Sessions of Claude Code in one project whose tests fail after each try, and the hook of such a failure. */
export class FailingSessions {
  readonly #host: HostProcess;
  readonly #folder: string;
  readonly #project: string;

  constructor(host: HostProcess, folder: string) {
    this.#host = host;
    this.#folder = folder;
    this.#project = join(folder, 'shop');
    mkdirSync(this.#project);
  }

  #path(session: string): string {
    return join(this.#folder, `${session}.jsonl`);
  }

  /** Has a session with this many tries read. It is stuck if the error is the same after each. */
  async add(session: string, tries: number, isStuck: boolean): Promise<void> {
    const lines: string[] = [];
    const record = (type: string, content: unknown) => {
      const n = lines.length + 1;
      const timestamp = new Date(Date.now() - 3_600_000 + n).toISOString();
      const common = { sessionId: session, version: '2.1.330', cwd: this.#project, isSidechain: false };
      lines.push(JSON.stringify({ type, uuid: `${session} ${n}`, timestamp, ...common, message: { content } }));
    };
    const call = (name: string, input: object, output: string, failed: boolean) => {
      const id = `${name} ${lines.length}`;
      record('assistant', [{ type: 'tool_use', id, name, input }]);
      record('user', [{ type: 'tool_result', tool_use_id: id, content: output, is_error: failed }]);
    };
    record('user', 'Make the cart add up');
    for (let n = 0; n < tries; n++) {
      record('assistant', [{ type: 'text', text: `In ${session} I try way number ${n}.` }]);
      for (let edit = 0; edit < EDITS; edit++) {
        const file = join(this.#project, `src/cart${edit}.ts`);
        call(
          'Edit',
          { file_path: file, old_string: `a${n}`, new_string: `b${n}` },
          'The file has been updated.',
          false,
        );
      }
      // Numbers do not count in an error, so letters tell them apart.
      const word = isStuck ? 'row' : 'row'.repeat((n % 7) + 1);
      call('Bash', { command: 'npm test' }, `Exit code 1\nsrc/cart.ts:1:1: error: bad ${word}`, true);
    }
    writeFileSync(this.#path(session), `${lines.join('\n')}\n`);
    await this.fail(session);
    const known = async () => (await this.#host.client.call('attempt.analysis', { sessionId: session })).analysis.total;
    while ((await known()) < tries) await wait(LOOK_MS);
  }

  /** Runs the hook of a failure as an agent does. */
  async fail(session: string): Promise<{ milliseconds: number; said: string }> {
    const payload = {
      session_id: session,
      transcript_path: this.#path(session),
      cwd: this.#project,
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      error: 'Exit code 1\nsrc/cart.ts:1:1: error: bad row',
      is_interrupt: false,
    };
    const args = ['hook', 'PostToolUseFailure', '--data', this.#host.ready.data];
    const from = performance.now();
    const { stdout } = await runCommand(args, { input: JSON.stringify(payload), cwd: this.#project });
    return { milliseconds: performance.now() - from, said: stdout };
  }
}
