import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

// What a test finds around it: an empty home, and Node, git and the system on its PATH. What the machine or its person has
// installed or set up is never there, so that a test says the same everywhere.

/** Names the `twicewise` command that tests start; a runner sets it to one that it has built. */
export const TESTED_COMMAND = 'TWICEWISE_TESTED_COMMAND';

/** The command as `scripts/build-desktop.ts` builds it; it starts in half the time of its sources. */
export const BUILT_COMMAND = join(import.meta.dirname, '../../../apps/desktop/dist/host/bin/twicewise.mjs');

/** Variables that say how tests are run and shown; everything else of the machine's environment stays outside. */
const PASSED = new RegExp(
  `^(?:${[
    'CI|DEBUG|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|TMPDIR|TMP|TEMP',
    // The runners tell their processes this way what to do; PWD would say that they work elsewhere.
    'NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL|TEST|(?:VITEST|PLAYWRIGHT|PW(?!D$)|PWTEST|TEST|JEST)_?[A-Z0-9_]*',
    // A screen for an Electron of its own; Wayland's socket is in the runtime folder.
    'DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|ELECTRON_OVERRIDE_DIST_PATH',
    `TWICEWISE_CHROMIUM|TWICEWISE_WHOLE_DESKTOP|${TESTED_COMMAND}`,
    'SystemRoot|SystemDrive|ComSpec|PATHEXT|windir',
  ].join('|')})$`,
);

/** Keeps the built-in model out when it is `off`. */
export const BUILT_IN_MODEL = 'TWICEWISE_BUILT_IN_MODEL';

/** Kept between runs: an empty home would mean that every host compiles itself anew. */
const COMPILED = join(import.meta.dirname, '../../../.artefacts/compiled');

const isWindows = process.platform === 'win32';

/** Variables that lead to a home; `git` and the programs that Twicewise is entered in look for theirs by them. */
function leadingTo(home: string): NodeJS.ProcessEnv {
  const folders = { APPDATA: join(home, 'AppData', 'Roaming'), LOCALAPPDATA: join(home, 'AppData', 'Local') };
  return { HOME: home, USERPROFILE: home, ...(isWindows ? folders : {}) };
}

/** The environment of this process, with another home. */
export function atHome(home: string): NodeJS.ProcessEnv {
  return { ...process.env, ...leadingTo(home) };
}

/** An environment in which the built-in model is used, as on a person's machine. */
export function withBuiltInModel(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return { ...environment, [BUILT_IN_MODEL]: 'on' };
}

/** Lets Claude Code be installed in a home, as far as anybody can see from outside. */
export function installClaudeCode(home: string): void {
  mkdirSync(join(home, '.claude'));
}

/** Folders where the system keeps its programs. */
function systemFolders({ SystemRoot = 'C:\\Windows' }: NodeJS.ProcessEnv): string[] {
  return isWindows ? [join(SystemRoot, 'System32'), SystemRoot] : ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
}

function foundOn(path: string, name: string): string | null {
  const places = path.split(delimiter).map((folder) => join(folder, isWindows ? `${name}.exe` : name));
  return places.find((place) => existsSync(place)) ?? null;
}

/** A folder with Node and git alone: beside Node a machine keeps whatever was installed with npm. */
function ownPrograms(folder: string, machine: NodeJS.ProcessEnv): void {
  mkdirSync(folder);
  const git = foundOn(machine.PATH ?? '', 'git');
  for (const [name, place] of Object.entries({ node: process.execPath, git })) {
    if (place !== null) symlinkSync(place, join(folder, isWindows ? `${name}.exe` : name));
  }
}

/** Commits need somebody who makes them, and nobody's hooks, signatures or templates. */
const GIT_CONFIG = `[user]
	name = Tester
	email = tester@example.invalid
[init]
	defaultBranch = main
[safe]
	directory = *
`;

/** What surrounds one process of a test, and all that it starts. */
export interface OwnSurroundings {
  environment: NodeJS.ProcessEnv;
  home: string;
  remove: () => void;
}

/** Makes surroundings that hold nothing of the machine but what `machine` passes on. */
export function ownSurroundings(machine: NodeJS.ProcessEnv): OwnSurroundings {
  const folder = tempFolder('surroundings');
  const [home, programs, git] = ['home', 'programs', 'gitconfig'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(home);
  ownPrograms(programs, machine);
  writeFileSync(git, GIT_CONFIG);
  const passed = Object.entries(machine).filter(([name]) => PASSED.test(name));
  const environment = {
    ...Object.fromEntries(passed),
    ...leadingTo(home),
    PATH: [programs, ...systemFolders(machine)].join(delimiter),
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_GLOBAL: git,
    GIT_CONFIG_NOSYSTEM: '1',
    NODE_COMPILE_CACHE: COMPILED,
    // A test that wants the built-in model asks for it; loading it takes half a second and 200 MB.
    [BUILT_IN_MODEL]: 'off',
  };
  return { environment, home, remove: folder.remove };
}

/** Replaces what this process has; not as a whole: what the runtime itself reads must see the change too. */
function setEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** Puts this process, and all that it starts, into surroundings of its own, until it leaves them or ends. */
export function enterOwnSurroundings(): OwnSurroundings & { leave: () => void } {
  const machine = { ...process.env };
  const own = ownSurroundings(machine);
  setEnvironment(own.environment);
  process.on('exit', own.remove);
  const leave = () => {
    setEnvironment(machine);
    process.off('exit', own.remove);
    own.remove();
  };
  return { ...own, leave };
}
