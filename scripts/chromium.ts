import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { run } from './processes.ts';

/** Number of attempts, three minutes in all: longer than most updates take, but not too long where apt-get never works. */
const APT_TRIES = 10;
const APT_PAUSE_MS = 20_000;
/** The second is the same browser without windows. Where it is installed, specs in the browser use it: it takes less time. */
const PACKAGES = ['chromium', 'chromium-headless-shell'];
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];

function installed(): string | null {
  const asked = process.env.TWICEWISE_CHROMIUM;
  return [...(asked ? [asked] : []), ...PLACES].find((path) => existsSync(path)) ?? null;
}

function isDebianRoot(): boolean {
  const release = existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
  return process.getuid?.() === 0 && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(release);
}

async function throughApt(): Promise<void> {
  process.stdout.write(
    'Chromium is missing: installing it with apt-get (the only thing npm test installs outside this folder)…\n',
  );
  if (await apt(['update', '-qq'])) await apt(['install', '-y', '-qq', '--no-install-recommends', ...PACKAGES]);
}

/**
 * A new Debian machine often updates itself at this time, and apt-get does not wait if another process has locked the package
 * lists.
 */
async function apt(args: string[]): Promise<boolean> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (let tries = 1; ; tries++) {
    // Quiet, because the gates report at the same time.
    const { code, output } = await run('apt-get', args, { env, quiet: true });
    // The other process may have been another npm test that installed the same.
    if (code === 0 || installed() !== null) return code === 0;
    process.stdout.write(output);
    if (tries === APT_TRIES) return false;
    process.stdout.write(`apt-get failed; another one may be at work. Trying again in ${APT_PAUSE_MS / 1000} s…\n`);
    await wait(APT_PAUSE_MS);
  }
}

async function throughPlaywright(): Promise<string | null> {
  process.stdout.write('Chromium is missing: downloading the one that Playwright brings…\n');
  const ended = await run('playwright', ['install', 'chromium']);
  if (ended.code !== 0) return null;
  const require = createRequire(new URL('../e2e/package.json', import.meta.url));
  const { chromium } = require('@playwright/test') as { chromium: { executablePath(): string } };
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/**
 * Path of a Chromium, which is installed if necessary. Null if none can be installed; this is reported and counted as skipped.
 */
export async function ensureChromium(): Promise<string | null> {
  const there = installed();
  if (there) return there;
  if (isDebianRoot()) await throughApt();
  const found = installed() ?? (await throughPlaywright());
  if (found === null)
    process.stdout.write(
      'No Chromium could be had: the tests of the interface are skipped. Install Chromium and run npm test again.\n',
    );
  return found;
}
