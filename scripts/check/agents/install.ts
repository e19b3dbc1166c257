import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownSurroundings } from '@twicewise/testkit';
import { say } from '../verdicts.ts';

const FOLDER = join(import.meta.dirname, '../../../.artefacts/tools/agents');

/** A client's program on this machine, or why it could not be installed. */
export type Installed = { readonly program: string; readonly version: string } | { readonly missing: string };

/** The errors in npm's output, without its hints about logs and help. */
function complaint(output: string): string {
  const lines = output.split('\n').filter((line) => /^npm (?:error|ERR!) (?!A complete log|errno|syscall)/.test(line));
  return lines[0]?.replace(/^npm \S+ /, '') ?? 'npm ended without saying why';
}

/**
 * Installs a client from npm into a folder of its own, which is kept between runs. Install scripts and optional dependencies are
 * allowed, because several clients are a binary that comes in one of these ways.
 */
export function installClient(name: string, version: string, program: string, kept = FOLDER): Installed {
  const folder = join(kept, `${name}-${version}`.replaceAll(/[^\w.-]+/g, '-').replace(/^-/, ''));
  const found = () => ({ program: join(folder, 'node_modules/.bin', program), version });
  if (existsSync(folder)) return found();
  say(`installing ${name} ${version} (once)`);
  // Moved to its place only when complete, so that an interrupted install does not look complete.
  const partial = `${folder}.${process.pid}.partial`;
  mkdirSync(partial, { recursive: true });
  writeFileSync(join(partial, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }));
  const failure = npmInstall(partial) ?? whyItDoesNotRun(join(partial, 'node_modules/.bin', program));
  if (failure !== null) {
    rmSync(partial, { recursive: true, force: true });
    return { missing: failure };
  }
  renameSync(partial, folder);
  say(`installed ${name} ${version}`);
  return found();
}

/** Why npm could not install the packages in the manifest of a folder, or null. */
function npmInstall(folder: string): string | null {
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  // npm passes the settings of this project, which forbid install scripts, to the programs it runs.
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name)));
  const options = { cwd: folder, env: environment, encoding: 'utf8' } as const;
  const { status, stderr, error } = spawnSync('npm', ['install', '--ignore-scripts=false', ...quiet], options);
  if (status === 0) return null;
  return error?.message ?? complaint(stderr);
}

/** Why a program does not print its version, or null. npm reports success even if an install script did not install anything. */
function whyItDoesNotRun(program: string): string | null {
  const { environment, remove } = ownSurroundings(process.env);
  const { status, stderr, error } = spawnSync(program, ['--version'], {
    env: environment,
    encoding: 'utf8',
    timeout: 60_000,
  });
  remove();
  if (status === 0) return null;
  return `installed, but does not run: ${error?.message ?? stderr.trim().split('\n')[0]}`;
}
