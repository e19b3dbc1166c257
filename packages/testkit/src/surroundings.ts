import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { tempFolder } from './temp-folder.ts';

// The surroundings of a test: an empty home, and only Node, git and the system on its PATH. Nothing that the machine or its
// person installed or set up is visible, so a test gives the same result everywhere.

/** Variable with the path of the `twicewise` command that tests start; a runner sets it to the one it built. */
export const TESTED_COMMAND = 'TWICEWISE_TESTED_COMMAND';

/** The command as `scripts/build-desktop.ts` builds it; it starts in half the time of its sources. */
export const BUILT_COMMAND = join(import.meta.dirname, '../../../apps/desktop/dist/host/bin/twicewise.mjs');

/** Variables that control how tests are run and shown. All others of the machine's environment are left out. */
const PASSED = new RegExp(
  `^(?:${[
    'CI|DEBUG|TERM|COLORTERM|NO_COLOR|FORCE_COLOR|TMPDIR|TMP|TEMP',
    // The runners tell their processes this way what to do; PWD would say that they work elsewhere.
    'NODE_ENV|MODE|DEV|PROD|SSR|BASE_URL|TEST|(?:VITEST|PLAYWRIGHT|PW(?!D$)|PWTEST|TEST|JEST)_?[A-Z0-9_]*',
    // Electron needs a screen; Wayland's socket is in the runtime folder.
    'DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|ELECTRON_OVERRIDE_DIST_PATH',
    `TWICEWISE_CHROMIUM|TWICEWISE_WHOLE_DESKTOP|${TESTED_COMMAND}`,
    'SystemRoot|SystemDrive|ComSpec|PATHEXT|windir',
  ].join('|')})$`,
);

/** Variable that disables the built-in model when it is `off`. */
export const BUILT_IN_MODEL = 'TWICEWISE_BUILT_IN_MODEL';

/** Kept between runs, because with an empty home every host would compile its code anew. */
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

/** Makes Claude Code look installed in a home. */
export function installClaudeCode(home: string): void {
  mkdirSync(join(home, '.claude'));
}

/** Folders that hold the system's programs. */
function systemFolders({ SystemRoot = 'C:\\Windows' }: NodeJS.ProcessEnv): string[] {
  return isWindows ? [join(SystemRoot, 'System32'), SystemRoot] : ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
}

function foundOn(path: string, name: string): string | null {
  const places = path.split(delimiter).map((folder) => join(folder, isWindows ? `${name}.exe` : name));
  return places.find((place) => existsSync(place)) ?? null;
}

/** A folder that contains only Node and git: the folder of Node also holds whatever was installed with npm. */
function ownPrograms(folder: string, machine: NodeJS.ProcessEnv): void {
  mkdirSync(folder);
  const git = foundOn(machine.PATH ?? '', 'git');
  for (const [name, place] of Object.entries({ node: process.execPath, git })) {
    if (place !== null) symlinkSync(place, join(folder, isWindows ? `${name}.exe` : name));
  }
}

/** Commits need an author, and must not use the person's hooks, signatures or templates. */
const GIT_CONFIG = `[user]
	name = Tester
	email = tester@example.invalid
[init]
	defaultBranch = main
[safe]
	directory = *
`;

/** The surroundings of one test process, and of all that it starts. */
export interface OwnSurroundings {
  environment: NodeJS.ProcessEnv;
  home: string;
  remove: () => void;
}

/** Creates surroundings that contain nothing of the machine except what `machine` passes on. */
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
    // A test that needs the built-in model enables it; loading it takes half a second and 200 MB.
    [BUILT_IN_MODEL]: 'off',
  };
  return { environment, home, remove: folder.remove };
}

/** Changes the variables one by one; a new object would not reach what the runtime itself reads. */
function setEnvironment(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, environment);
}

/** Gives this process, and all that it starts, its own surroundings until it leaves them or ends. */
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
