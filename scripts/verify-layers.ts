import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { basename, dirname, join, normalize, relative, sep } from 'node:path';
import { type GateResult, projectFiles, runGate } from './gate.ts';

/** What each package may depend on. `own` lists packages of this repository; `from` lists everything else, by name or scope. */
interface Layer {
  own: readonly string[];
  from: readonly string[];
  /** True if `src` may use modules of Node. */
  node: boolean;
  /** True if it may read environment, arguments and home folder; all other packages get these as values. */
  process: boolean;
}

const BROWSER = [
  'react',
  'react-dom',
  '@tanstack/',
  '@fontsource',
  'radix-ui',
  'cmdk',
  'clsx',
  'lucide-react',
  'd3-',
  'diff',
  'markdown-it',
];
const BROWSER_MORE = ['cytoscape', 'eventsource-parser', '@twicewise/contract', 'zod'];
const MCP_SDK = '@modelcontextprotocol/';

/** The dependency table of the architecture, in a form that programs read. */
export const LAYERS: Record<string, Layer> = {
  'packages/contract': { own: [], from: ['zod'], node: false, process: false },
  'packages/checks': { own: [], from: [], node: false, process: false },
  'packages/client': { own: ['contract'], from: [], node: true, process: true },
  'packages/store': { own: ['contract'], from: ['better-sqlite3', 'sqlite-vec', 'ulid'], node: true, process: false },
  'packages/search': { own: ['contract'], from: [], node: false, process: false },
  'packages/redaction': { own: ['contract'], from: ['@secretlint/'], node: true, process: false },
  'packages/ingest': { own: ['contract', 'checks', 'redaction'], from: ['diff', 'zod'], node: true, process: false },
  'packages/core': {
    own: ['contract', 'store', 'checks', 'search', 'redaction', 'ingest', 'tool-answers'],
    from: ['gpt-tokenizer', 'tinyqueue', 'yauzl', 'yazl', 'zod'],
    node: true,
    process: false,
  },
  'packages/memory': {
    own: ['contract', 'client', 'store', 'ingest', 'core'],
    from: ['better-sqlite3'],
    node: true,
    process: false,
  },
  'packages/tool-answers': { own: ['contract'], from: [], node: true, process: false },
  'packages/mcp': { own: ['contract', 'tool-answers'], from: [MCP_SDK, 'zod'], node: true, process: false },
  'packages/agent': {
    own: ['contract', 'checks', 'client', 'tool-answers'],
    from: ['ai', '@ai-sdk/', '@langchain/', '@mastra/', '@openai/', 'zod'],
    node: true,
    process: false,
  },
  'packages/ui': { own: ['contract'], from: [...BROWSER, ...BROWSER_MORE], node: false, process: false },
  'packages/host': {
    own: ['contract', 'client', 'store', 'checks', 'ingest', 'core', 'memory', 'mcp'],
    from: [
      '@lat.md/',
      'hono',
      '@hono/node-server',
      'better-sqlite3',
      'open',
      'zod',
      'diff',
      'jsonc-parser',
      'smol-toml',
    ],
    node: true,
    process: true,
  },
  'apps/desktop': { own: ['host', 'ui', 'contract'], from: ['electron'], node: true, process: true },
};
/** Packages for development only: tests may import everything, and only tests may import them. */
const DEV_ONLY = ['packages/testkit', 'e2e'];
const SCOPE = '@twicewise/';
/** The topics of core, as in the registry. */
const TOPICS = [
  'vectors',
  'undo',
  'lessons',
  'projects',
  'sessions',
  'attempts',
  'turns',
  'patterns',
  'causes',
  'imports',
  'capture',
  'review',
  'briefing',
  'bundles',
  'purge',
  'insights',
  'settings',
];
/**
 * For each folder in a package, the neighbouring folders that it may import.
 */
const FOLDERS: Record<string, Record<string, readonly string[]>> = {
  'packages/ui': {
    design: [],
    strings: [],
    elements: ['strings'],
    data: ['strings'],
    graph: ['strings'],
    state: ['data', 'elements', 'strings'],
    groups: ['state', 'data', 'elements', 'graph', 'strings'],
    lists: ['groups', 'state'],
    panes: ['lists', 'groups', 'state', 'data', 'elements', 'strings'],
    sheets: ['panes', 'groups', 'state', 'data', 'elements', 'strings'],
    screens: ['sheets', 'panes', 'lists', 'groups', 'state', 'data', 'elements', 'graph', 'strings'],
    app: ['screens', 'sheets', 'panes', 'lists', 'groups', 'state', 'data', 'elements', 'graph', 'design'],
    web: ['app', 'data'],
  },
  // Topics in order of dependency: a topic may only import topics above it in this list, so no two import each other.
  'packages/core': {
    'agent-text': [],
    runtime: [],
    vectors: ['runtime'],
    undo: ['runtime'],
    lessons: ['runtime', 'agent-text', 'undo', 'vectors'],
    projects: ['runtime', 'undo'],
    sessions: ['runtime', 'lessons'],
    attempts: ['runtime', 'agent-text'],
    turns: ['runtime', 'agent-text'],
    patterns: ['runtime', 'agent-text'],
    causes: ['runtime', 'agent-text', 'lessons', 'sessions', 'patterns'],
    imports: ['runtime', 'agent-text', 'undo', 'lessons', 'sessions', 'attempts', 'turns', 'patterns', 'causes'],
    capture: ['runtime', 'agent-text', 'imports'],
    review: ['runtime', 'lessons'],
    briefing: ['runtime', 'agent-text', 'vectors', 'lessons', 'sessions', 'attempts', 'patterns', 'causes', 'capture'],
    bundles: ['runtime', 'undo', 'lessons', 'sessions', 'turns'],
    purge: ['runtime'],
    insights: ['runtime', 'attempts'],
    settings: ['runtime', 'vectors'],
    registry: [...TOPICS, 'runtime'],
  },
  // Topics under the names that core has for them. A full check of the file reads all tables, so the file lies above most topics.
  'packages/store': {
    sql: [],
    migrations: ['sql'],
    tables: ['sql'],
    settings: ['sql', 'tables'],
    undo: ['sql', 'tables'],
    runtime: ['sql', 'tables', 'settings'],
    exposures: ['sql', 'tables', 'runtime'],
    lessons: ['sql', 'tables', 'runtime'],
    projects: ['sql', 'tables'],
    attempts: ['sql', 'tables'],
    sessions: ['sql', 'tables', 'runtime', 'attempts'],
    turns: ['sql', 'tables', 'runtime'],
    causes: ['sql', 'tables'],
    imports: ['sql', 'tables'],
    review: ['sql', 'settings', 'lessons'],
    insights: ['sql', 'attempts', 'exposures'],
    'memory-file': ['sql', 'migrations', 'tables', 'settings', 'undo', 'runtime', 'exposures', 'turns'],
    vectors: ['sql', 'memory-file'],
    bundles: ['sql', 'tables', 'settings', 'memory-file'],
    purge: ['sql', 'tables', 'settings', 'undo', 'runtime', 'turns', 'memory-file'],
  },
};
/** Packages for which the table lists every folder, and the files that may be next to the folders. */
const TOP_FILES: Record<string, readonly string[]> = {
  'packages/core': ['index.ts', 'create-core.ts', 'host-side.ts'],
  'packages/ui': ['index.ts', 'shell.ts', 'strings.ts'],
  'packages/store': ['index.ts'],
};
/** Files next to the folders that lie below them all, not above. */
const BELOW_ALL = ['packages/ui/src/strings.ts'];
/** Holds a folder for each screen, and the file that lists them. No screen imports another. */
const SCREENS = { folder: 'packages/ui/src/screens/', list: 'screen-looks.ts' };
/** Modules that only one folder may import, so that they can be replaced there. */
const ONE_PLACE: Record<string, string> = { cytoscape: 'packages/ui/src/graph/' };
/** What asks the host is in the layers above these, which draw what they are handed. */
const ASKS = '@tanstack/react-query';
const DRAWS = /^packages\/ui\/src\/(?:elements|graph|groups|lists)\//;

const CODE = /\.(?:ts|tsx|js|jsx|mjs|cjs)$/;
/** A statement at the start of a line, or a call. Texts in tests may also contain "from 'a' to 'b'". */
const IMPORT =
  /(?:^[ \t]*(?:import|export)\b[^'"`;]{0,4000}?\bfrom\s*|(?<!['"`\w.$-])(?:import\s*\(?\s*|require\s*\(\s*))(['"])([^'"\n]{1,200})\1/gm;
const PROCESS = /\bprocess\.(?:env|argv)\b|\bhomedir\s*\(|\bimport\.meta\.env\b/;

interface Package {
  folder: string;
  name: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  exports: string[];
}

function readPackages(root: string, files: readonly string[]): Package[] {
  const manifests = files.filter((file) => /^(?:packages\/[^/]+|apps\/[^/]+|e2e)\/package\.json$/.test(file));
  return manifests.map((file) => {
    const {
      name,
      dependencies: always = {},
      optionalDependencies = {},
      peerDependencies = {},
      devDependencies = {},
      exports = {},
    } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    const dependencies = { ...always, ...optionalDependencies, ...peerDependencies };
    return { folder: dirname(file), name, dependencies, devDependencies, exports: Object.keys(exports) };
  });
}

/** What every test and tool may import: the root's development dependencies. */
function sharedTools(root: string): string[] {
  const manifest = join(root, 'package.json');
  if (!existsSync(manifest)) return [];
  return Object.keys(JSON.parse(readFileSync(manifest, 'utf8')).devDependencies ?? {});
}

/** The facts with which imports are compared. */
interface Checkout {
  packages: readonly Package[];
  /** See {@link sharedTools}. */
  shared: readonly string[];
}

function isListed(name: string, { own, from }: Layer): boolean {
  if (name.startsWith(SCOPE)) return own.includes(name.slice(SCOPE.length));
  return from.some((entry) => (/[/-]$|fontsource$/.test(entry) ? name.startsWith(entry) : name === entry));
}

function manifestProblems(pack: Package): string[] {
  if (DEV_ONLY.includes(pack.folder)) return [];
  const layer = LAYERS[pack.folder];
  if (!layer) return [`${pack.folder} is not in the table of layers; decide what it may import`];
  const wrong = Object.keys(pack.dependencies).filter((name) => !isListed(name, layer));
  const wrongDev = Object.keys(pack.devDependencies).filter(
    (name) => name.startsWith(SCOPE) && name !== `${SCOPE}testkit` && !isListed(name, layer),
  );
  return [...wrong, ...wrongDev].map((name) => `${pack.folder}/package.json must not depend on ${name}`);
}

/** Removes comments, so that examples in them are ignored. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(,])\/\/[^\n]*/g, '$1');
}

interface SourceFile {
  file: string;
  pack: Package;
  layer: Layer | undefined;
  /** True for tests and for settings of build tools, which may use development dependencies and Node. */
  dev: boolean;
}

function isDevFile(file: string, folder: string): boolean {
  const inside = file.slice(folder.length + 1);
  return DEV_ONLY.includes(folder) || /\.(?:test|spec)\.tsx?$/.test(inside) || !/^(?:src|bin)\//.test(inside);
}

function folderIn({ folder }: Package, path: string): string | undefined {
  return /^src\/([^/]+)\//.exec(relative(folder, path).replaceAll(sep, '/'))?.[1];
}

/** The screen that a path belongs to; undefined for the list of screens and for whatever is no part of a screen. */
function screenOf(path: string): string | undefined {
  const inside = path.replaceAll(sep, '/');
  return inside.startsWith(SCREENS.folder) ? /^([^/]+)\//.exec(inside.slice(SCREENS.folder.length))?.[1] : undefined;
}

/** Why a file must not be among the screens: it is no screen and in none. */
function screenProblem(root: string, file: string): string | null {
  if (!file.startsWith(SCREENS.folder) || file === SCREENS.folder + SCREENS.list) return null;
  const screen = screenOf(file);
  if (screen && existsSync(join(root, SCREENS.folder, screen, `${screen}Screen.tsx`))) return null;
  return `lies in no screen; what several screens show is in panes/, what opens over any of them in sheets/`;
}

/** Why a file must not be at its place, in a package whose folders are all in the table; null if it may. */
function placeProblem({ file, pack }: SourceFile): string | null {
  const top = TOP_FILES[pack.folder];
  if (!top || !file.startsWith(`${pack.folder}/src/`)) return null;
  const folder = folderIn(pack, file);
  if (folder === undefined)
    return top.includes(basename(file)) ? null : 'lies in no folder; give it to one of the table';
  return FOLDERS[pack.folder]?.[folder] ? null : `lies in ${folder}/, which is not in the table of folders`;
}

/**
 * Why a file in a folder must not import a file at the top of its package: if the package says so, the top is above all folders.
 */
function topProblem(pack: Package, from: string | undefined, target: string): string | null {
  if (BELOW_ALL.includes(target.replaceAll(sep, '/'))) return null;
  const isTop = TOP_FILES[pack.folder] && relative(pack.folder, target).startsWith(`src${sep}`);
  return isTop ? `imports ${basename(target)}, which lies above ${from}/` : null;
}

/** Why a file must not import another file of its package: the other folder is above its own. */
function folderProblem({ file, pack }: SourceFile, target: string): string | null {
  const [from, to] = [folderIn(pack, file), folderIn(pack, target)];
  const allowed = from === undefined ? undefined : FOLDERS[pack.folder]?.[from];
  if (allowed === undefined) return null;
  if (to === from) {
    const [mine, other] = [screenOf(file), screenOf(target)];
    return mine && other && other !== mine
      ? `imports from ${other}/, another screen; what both show is in panes/`
      : null;
  }
  if (to === undefined) return topProblem(pack, from, target);
  if (allowed.includes(to)) return null;
  return `imports from ${to}/, which lies above ${from}/ or beside it`;
}

function importProblem(
  root: string,
  source: SourceFile,
  specifier: string,
  { packages, shared }: Checkout,
): string | null {
  const { file, pack, layer, dev } = source;
  if (specifier.startsWith('.')) {
    const target = normalize(join(dirname(file), specifier));
    const isOutside = relative(pack.folder, target).startsWith(`..${sep}`) && existsSync(join(root, dirname(target)));
    return isOutside
      ? `imports ${specifier}, a file of another folder; use the package`
      : folderProblem(source, target);
  }
  if (specifier.startsWith('node:')) {
    return layer && !layer.node && !dev ? `imports ${specifier}; ${pack.folder} must run without Node` : null;
  }
  if (isBuiltin(specifier)) return `imports ${specifier}; write node:${specifier}`;
  const [first = '', second = ''] = specifier.split('/');
  const name = specifier.startsWith('@') ? `${first}/${second}` : first;
  const declared = { ...pack.dependencies, ...(dev ? pack.devDependencies : {}) };
  if (name === pack.name) return null;
  if (name.startsWith(SCOPE)) {
    const subpath = `.${specifier.slice(name.length)}`;
    const target = packages.find((other) => other.name === name);
    if (target && !target.exports.includes(subpath))
      return `imports ${specifier}; ${name} exports ${target.exports.join(', ')}`;
  }
  const place = ONE_PLACE[name];
  if (place && !file.startsWith(place)) return `imports ${name}; only ${place} may`;
  if (name === ASKS && DRAWS.test(file)) return `imports ${name}; what asks the host is in screens/, panes/ or sheets/`;
  return Object.hasOwn(declared, name) || (dev && shared.includes(name))
    ? null
    : `imports ${name}, which its package.json does not name`;
}

function fileProblems(root: string, source: SourceFile, checkout: Checkout): string[] {
  const text = withoutComments(readFileSync(join(root, source.file), 'utf8'));
  const found = [...text.matchAll(IMPORT)].map((match) => importProblem(root, source, match[2] ?? '', checkout));
  const reads =
    source.layer && !source.layer.process && !source.dev && !source.file.includes('/bin/') && PROCESS.exec(text);
  found.push(placeProblem(source), screenProblem(root, source.file));
  if (reads) found.push(`reads ${reads[0].replace('(', '()')}; only host, desktop and bin may, pass the value in`);
  return found.filter((problem) => problem !== null).map((problem) => `${source.file} ${problem}`);
}

/** Checks dependencies, imports and use of the process against the table of layers. */
export function verifyLayers(root: string): GateResult {
  const files = projectFiles(root);
  const packages = readPackages(root, files);
  const shared = sharedTools(root);
  const problems = packages.flatMap(manifestProblems);
  let checked = 0;
  for (const pack of packages) {
    for (const file of files.filter((path) => path.startsWith(`${pack.folder}/`) && CODE.test(path))) {
      const source = { file, pack, layer: LAYERS[pack.folder], dev: isDevFile(file, pack.folder) };
      problems.push(...fileProblems(root, source, { packages, shared }));
      checked++;
    }
  }
  return { problems, summary: `${packages.length} packages, ${checked} files` };
}

runGate(import.meta.url, 'layers', verifyLayers);
