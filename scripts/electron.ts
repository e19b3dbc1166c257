import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run } from './processes.ts';

// Electron's binary: npm installs only the package around it; the program itself is downloaded when it is first needed.

const root = join(import.meta.dirname, '..');
const manifest = createRequire(join(root, 'apps/desktop/package.json')).resolve('electron/package.json');
const folder = dirname(manifest);
const FAILED = join(root, 'node_modules/.twicewise-electron-failed');
const DAY_MS = 86_400_000;
/** Time without progress after which a download is given up, in milliseconds. */
const STILL_MS = 10_000;
const PERCENT_STEP = 20;

/** What decides whether a window can be opened. */
export interface Surroundings {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  uid: number | undefined;
}

/** Why no window can be opened here; null if one can. */
export function whyNoWindow({ platform, env, uid }: Surroundings): string | null {
  if (platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'there is no display';
  if (platform === 'linux' && uid === 0 && !env.ELECTRON_OVERRIDE_DIST_PATH)
    return "the desktop app does not run as root, because its window's sandbox cannot";
  return null;
}

/** Path of Electron's program; `null` if it must be downloaded. */
export function installedElectron(env: NodeJS.ProcessEnv): string | null {
  const marker = join(folder, 'path.txt');
  const name = existsSync(marker) ? readFileSync(marker, 'utf8') : null;
  // Electron's own variable for a binary in another place.
  if (env.ELECTRON_OVERRIDE_DIST_PATH) return join(env.ELECTRON_OVERRIDE_DIST_PATH, name ?? 'electron');
  const program = name === null ? null : join(folder, 'dist', name);
  return program !== null && existsSync(program) ? program : null;
}

/** Time of the last failed attempt, if it was less than a day ago. */
function failedLately(): boolean {
  const at = existsSync(FAILED) ? Number(readFileSync(FAILED, 'utf8')) : 0;
  return Date.now() - at < DAY_MS;
}

interface Downloader {
  downloadArtifact(options: object): Promise<string>;
}

async function download(): Promise<void> {
  const resolve = createRequire(manifest).resolve;
  const { downloadArtifact } = (await import(pathToFileURL(resolve('@electron/get')).href)) as Downloader;
  const stop = new AbortController();
  const giveUp = () => stop.abort(new Error(`nothing came for ${STILL_MS / 1000} s`));
  let still = setTimeout(giveUp, STILL_MS);
  let said = 0;
  const getProgressCallback = async ({ percent }: { percent: number }) => {
    clearTimeout(still);
    still = setTimeout(giveUp, STILL_MS);
    const reached = Math.floor((percent * 100) / PERCENT_STEP) * PERCENT_STEP;
    if (reached > said) process.stderr.write(`  ${reached} %\n`);
    said = Math.max(said, reached);
  };
  try {
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    await downloadArtifact({
      version,
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      checksums: JSON.parse(readFileSync(join(folder, 'checksums.json'), 'utf8')),
      downloadOptions: { quiet: true, signal: stop.signal, getProgressCallback },
    });
  } finally {
    clearTimeout(still);
  }
}

/** The innermost reason, because the outer errors only say that a download failed. */
function reasonOf(error: unknown): string {
  let reason = error;
  while (reason instanceof Error && reason.cause instanceof Error) reason = reason.cause;
  return (reason instanceof Error ? reason.message : String(reason)).split('\n')[0]?.slice(0, 120) ?? '';
}

/**
 * Downloads Electron's program into its package. Returns its path, or why there is none. After a failure it does not try again
 * for a day.
 */
export async function fetchElectron(): Promise<{ program: string } | { reason: string }> {
  if (failedLately()) return { reason: 'Electron could not be fetched; the next attempt is a day after the last' };
  process.stderr.write('Fetching Electron for the desktop app (about 115 MB, once)…\n');
  try {
    await download();
    // Verifies and unpacks what the download left in Electron's cache.
    const installed = await run(process.execPath, [join(folder, 'install.js')], { quiet: true });
    const program = installedElectron({});
    if (program === null) throw new Error(`it could not be unpacked (${installed.output.split('\n')[0]})`);
    rmSync(FAILED, { force: true });
    return { program };
  } catch (error) {
    writeFileSync(FAILED, String(Date.now()));
    return { reason: `Electron could not be fetched: ${reasonOf(error)}` };
  }
}

/** If the app ends with an error within this time, in milliseconds, it could not start. */
const START_MS = 15_000;

/** Runs the desktop app to its end. Returns the reason if it could not start, so that the headless host can be used instead. */
export function runDesktop(program: string, args: readonly string[]): Promise<string | null> {
  const started = Date.now();
  // Chromium's messages about graphics and fonts are only useful if it does not start.
  const child = spawn(program, [join(root, 'apps/desktop'), ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (part: Buffer) => {
    said = (said + part.toString()).slice(-4000);
  });
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      isStopped = true;
      child.kill(signal);
    });
  }
  return new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => {
      const hasFailed = code !== 0 && !isStopped && Date.now() - started < START_MS;
      if (hasFailed) process.stderr.write(said);
      resolve(hasFailed ? `the desktop app ended with ${code ?? signal}` : null);
    });
  });
}
