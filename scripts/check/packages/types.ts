import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Project } from './projects.ts';

/** Versions of TypeScript that must take our types: ours, and the last one before it of each line. */
export const COMPILERS = ['7.0.2', '6.0.3', '5.9.3'] as const;

const OPTIONS = {
  module: 'nodenext',
  target: 'es2022',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

/** Compiles only if the types are there, and no `any`: each comment of TypeScript's own is an error unless the next line has one. */
const PROGRAM = `import { AppError, type ConnectOptions, connect, type InputOf, type MemoryClient, type OutputOf } from '@twicewise/client';

const options: ConnectOptions = { name: 'my-agent', project: { folder: process.cwd() } };
const memory: MemoryClient = await connect(options);
const lesson: InputOf<'reflection.store'> = { taskDescription: 'compile', outcome: 'success' };
const stored: OutputOf<'reflection.store'> = await memory.call('reflection.store', lesson);
const task: string = stored.reflection.taskDescription;
// @ts-expect-error it is a text
const number: number = stored.reflection.taskDescription;
// @ts-expect-error an outcome is one of a few words
await memory.call('reflection.store', { taskDescription: task, outcome: 'fine' });
// @ts-expect-error there is no such operation
await memory.call('reflection.none', {});
const answer = await memory.envelope('reflection.get', { id: stored.reflection.id });
if (!answer.ok) throw new AppError(answer.error);
export const found: string = answer.value.reflection.id;
await memory.close();
export { number };
`;

/** Writes the programs to compile into a project, and installs what they need but our package and the compiler. */
export function writePrograms(project: Project, programs: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(programs)) project.write(name, text);
  project.write('program.ts', PROGRAM);
  writeConfig(project);
}

/** Sets a project up to have all its programs compiled. */
export function writeConfig({ write, run }: Project): void {
  write('tsconfig.json', JSON.stringify({ compilerOptions: OPTIONS, include: ['*.ts'] }));
  const { status, stderr } = run('npm', 'install', '--no-audit', '--no-fund', '@types/node@24');
  if (status !== 0) throw new Error(stderr);
}

/** Installs a version of TypeScript, and whatever else is missing. */
export function installCompiler({ run }: Project, version: string): void {
  const { status, stderr } = run('npm', 'install', '--no-audit', '--no-fund', '--no-save', `typescript@${version}`);
  if (status !== 0) throw new Error(stderr);
}

const TSC = ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', 'false'];

/** What the installed TypeScript finds wrong with the programs. */
export function compile({ run }: Project): string[] {
  const { status, stdout, stderr } = run('node', ...TSC);
  return status === 0 ? [] : [`ended with ${status}: ${(stdout + stderr).slice(0, 600)}`];
}

/**
 * What it finds wrong with the programs and with our declarations. Those of some libraries are wrong in themselves; with
 * `skipLibCheck` nobody would look at ours either.
 */
export function compileOurs({ folder, run }: Project): string[] {
  // Through a file: of one library it is more than a pipe to us takes.
  const { status } = run('sh', '-c', 'exec "$0" "$@" >found.txt 2>&1', 'node', ...TSC);
  if (status === null) return ['TypeScript did not end'];
  const lines = readFileSync(join(folder, 'found.txt'), 'utf8').split('\n');
  return lines.filter((line) => /^(?!node_modules\/(?!@twicewise\/)).*\berror TS\d/.test(line));
}
