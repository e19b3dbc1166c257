import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PRODUCT } from '@twicewise/contract';
import { COMMAND, ownSurroundings, runCommand, startAgent, startHost } from '@twicewise/testkit';
import type { Client, Place, Turn } from './clients/client.ts';
import { complaintIn, complaintInLogs } from './complaints.ts';
import { type FakeModel, startFakeModel } from './fake-model.ts';
import { endLeftOvers } from './left-overs.ts';

// The place for a scenario: an empty home, a data folder with a running host, a repository with two worktrees, and a model that
// answers from a script.

/**
 * Name of the data folder in the home. It has characters that a shell would misread, because hooks are configured as lines for a
 * shell.
 */
export const DATA_FOLDER = "it's `x` for 5$ each";

/** Maximum time for a run of a client, in milliseconds. */
const LONGEST_MS = 120_000;

/** An address where nobody listens: a client that looks for updates, sends telemetry or fetches packages is refused at once. */
const NOWHERE = 'http://127.0.0.1:9';
const LOOPBACK_ONLY = {
  HTTP_PROXY: NOWHERE,
  HTTPS_PROXY: NOWHERE,
  NO_PROXY: '127.0.0.1,localhost',
  npm_config_registry: NOWHERE,
  npm_config_fetch_retries: '0',
  npm_config_update_notifier: 'false',
};

/** How one run of a client ended. */
export interface Run {
  /** Null if it was ended because it took too long. */
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
  readonly session: string | null;
}

/** See {@link makeWorkplace}. */
export interface Workplace extends Place {
  readonly client: Client;
  readonly data: string;
  /** The worktree in which the client runs. */
  readonly project: string;
  /** Another worktree of the same repository. */
  readonly sibling: string;
  readonly script: FakeModel;
  /** Runs one of our commands, as a person would; throws if it fails. */
  command(...args: string[]): Promise<string>;
  /** Stores a lesson as an agent that works in a folder would; resolves when it is stored. */
  learn(lesson: Record<string, unknown>, folder?: string): Promise<void>;
  /** Makes a repository with a test that fails with `error`. */
  repository(name: string, error: string): string;
  /** Ends the running host as a crash would. */
  killHost(): void;
  /** What the client wrote about failures of our hooks or our server, in all runs and requests so far; it must be empty. */
  complaints(): string[];
  run(turn: Turn, folder?: string): Promise<Run>;
  /** Runs another command of the client, as a person does in a shell. */
  manage(args: readonly string[]): Promise<Omit<Run, 'session'>>;
  close(): Promise<void>;
}

/** A program that fails as tests do and prints the error, until there is a file `mended.txt`. */
function failingTest(error: string): string {
  const passes = `if (existsSync('mended.txt')) {\n  console.log('2 passing');\n  process.exit(0);\n}\n`;
  return `import { existsSync } from 'node:fs';\n${passes}console.log('1 passing, 1 failing');\nconsole.error('Error: ${error}: held by process 4711');\nprocess.exit(1);\n`;
}

function git(folder: string, environment: NodeJS.ProcessEnv, ...args: string[]): void {
  execFileSync('git', args, { cwd: folder, env: environment, stdio: 'ignore' });
}

function makeRepository(folder: string, error: string, environment: NodeJS.ProcessEnv): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', scripts: { test: 'node check.mjs' } }));
  writeFileSync(join(folder, 'check.mjs'), failingTest(error));
  git(folder, environment, 'init', '--quiet');
  git(folder, environment, 'add', '.');
  git(folder, environment, 'commit', '--quiet', '--message', 'Begin');
}

/**
 * Makes a few programs available: npm next to Node, where the scripted shell commands find it, the client, whose version
 * `connect` asks for, and our own command. No other program of the machine is available.
 */
function offerPrograms(environment: NodeJS.ProcessEnv, client: Client, program: string): void {
  const [programs = ''] = (environment.PATH ?? '').split(delimiter);
  const npm = execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
  symlinkSync(npm, join(programs, 'npm'));
  symlinkSync(program, join(programs, client.program));
  // Named as the npm package installs it, because plugins call it by this name.
  symlinkSync(COMMAND, join(programs, PRODUCT.command));
}

/** Runs a program to its end, for at most {@link LONGEST_MS}. */
function runToEnd(
  program: string,
  args: readonly string[],
  input: string,
  options: { cwd: string; env: NodeJS.ProcessEnv },
) {
  // In a process group of its own, so that everything it started can be ended with it.
  const child = spawn(program, args, { ...options, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  const parts: Buffer[] = [];
  const complaints: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => complaints.push(part));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise<Omit<Run, 'session'>>((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    }, LONGEST_MS);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      // A process that it left in the background may keep its pipes open forever.
      setTimeout(() => {
        const [output, errors] = [parts, complaints].map((all) => Buffer.concat(all).toString('utf8'));
        resolve({ code: isLate ? null : code, output: output ?? '', errors: errors ?? '' });
      }, 50);
    });
  });
}

/** Ends the host of a data folder as a crash would. Does nothing if no host has started since the last time. */
function killHost(data: string): void {
  const { pid } = JSON.parse(readFileSync(join(data, 'run/host.json'), 'utf8')) as { pid: number };
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Makes a workplace for a client that is installed at `program`. */
export async function makeWorkplace(client: Client, program: string): Promise<Workplace> {
  const surroundings = ownSurroundings(process.env);
  const { environment, home } = surroundings;
  offerPrograms(environment, client, program);
  const script = await startFakeModel();
  const [data, folders] = [join(home, DATA_FOLDER), join(home, 'work')];
  const project = join(folders, 'shop');
  const sibling = join(folders, 'shop-elsewhere');
  makeRepository(project, 'ERR_CHECKOUT_LOCK', environment);
  git(project, environment, 'worktree', 'add', '--quiet', sibling);
  const place: Place = { home, model: script.url };
  client.prepare?.(place);
  const env = { ...environment, ...LOOPBACK_ONLY, ...client.environment(place) };
  await startHost({ data, spawn: { env: environment } });
  const complaints: string[] = [];
  return {
    ...place,
    client,
    data,
    project,
    sibling,
    script,
    async command(...args) {
      const { code, stdout, stderr } = await runCommand([...args, '--data', data], { cwd: project, env: environment });
      if (code !== 0) throw new Error(`twicewise ${args.join(' ')} ended with ${code}: ${stdout}${stderr}`);
      return stdout;
    },
    async learn(lesson, folder = sibling) {
      const agent = await startAgent({ data, cwd: folder, name: 'earlier-agent' });
      const stored = await agent.tool('reflection_store', lesson);
      await agent.close();
      if (!stored.ok) throw new Error(stored.text);
    },
    repository(name, error) {
      makeRepository(join(folders, name), error, environment);
      return join(folders, name);
    },
    killHost: () => killHost(data),
    complaints: () => complaints,
    async run(turn, folder = project) {
      const { args, input = '' } = client.start(turn, place);
      // Set as a shell sets it: some programs trust it more than their working directory.
      const ended = await runToEnd(program, args, input, { cwd: folder, env: { ...env, PWD: folder } });
      const said = complaintIn([ended.errors, ended.output, ...script.requests.map(({ told }) => told)]);
      const complaint = said ?? (client.logs === undefined ? null : complaintInLogs(join(home, client.logs)));
      if (complaint !== null) complaints.push(complaint);
      return { ...ended, session: client.sessionOf(`${ended.output}\n${ended.errors}`, place) };
    },
    manage: (args) => runToEnd(program, args, '', { cwd: project, env: { ...env, PWD: project } }),
    async close() {
      await endLeftOvers(home);
      await script.close();
      surroundings.remove();
    },
  };
}
