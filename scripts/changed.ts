import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, posix, sep } from 'node:path';
import { CHECKOUT } from './gate.ts';
import type { Gate } from './gates.ts';

// Finds what a change affects, for `npm test -- --changed`. It is quick, because it only uses file names and manifests, and it is
// usually right. Only the whole suite is certain.

/**
 * Specs that run after any change of the page or of the operations that it calls: one visits every screen, the other starts from
 * an empty home.
 */
const ALWAYS = ['every-screen.spec.ts', 'surroundings.spec.ts'];

/** Words that occur in the paths of many files and do not name a topic. */
const NO_TOPIC = new Set([
  'packages',
  'src',
  'test',
  'index',
  'spec',
  'ui',
  'main',
  'built',
  'waiting',
  'states',
  'parts',
]);

/** Files that differ from a commit, including new ones, relative to the checkout. Throws if the commit does not exist. */
export function changedFiles(since: string, root = CHECKOUT): string[] {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).split('\0');
  const names = [
    ...git('diff', '--name-only', '--relative', '-z', since, '--'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
  return [...new Set(names.filter((name) => name !== ''))].sort();
}

/** Folders of the workspace, each with the folders that it depends on. */
function dependencies(root: string): Map<string, string[]> {
  const folders = [
    ...['packages', 'apps'].flatMap((above) => readdirSync(join(root, above)).map((name) => `${above}/${name}`)),
    'e2e',
    'examples',
  ];
  const manifests = folders.map((folder) => {
    const {
      name,
      dependencies = {},
      devDependencies = {},
    } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return { folder, name: name as string, needs: Object.keys({ ...dependencies, ...devDependencies }) };
  });
  const folderOf = new Map(manifests.map(({ folder, name }) => [name, folder]));
  return new Map(manifests.map(({ folder, needs }) => [folder, needs.flatMap((name) => folderOf.get(name) ?? [])]));
}

/** Folders of the workspace that contain a change, or that depend on such a folder. */
function touchedFolders(files: readonly string[], root: string): Set<string> {
  const needs = dependencies(root);
  const touched = new Set([...needs.keys()].filter((folder) => files.some((file) => file.startsWith(`${folder}/`))));
  for (let before = -1; before !== touched.size; ) {
    before = touched.size;
    for (const [folder, others] of needs) if (others.some((other) => touched.has(other))) touched.add(folder);
  }
  return touched;
}

/** The gates that a change can break. Type checks are limited to what the change affects; all other gates always run. */
export function gatesFor(files: readonly string[], gates: readonly Gate[], root = CHECKOUT): Gate[] {
  const touched = touchedFolders(files, root);
  const isShared = files.some((file) => !file.includes('/') && /\.json$/.test(file));
  return gates.filter(({ command: [program, , project = ''] }) => {
    if (program !== 'tsc' || isShared) return true;
    if (project === '.') return files.some((file) => /^(?:scripts\/|[^/]+\.ts$)/.test(file)) || touched.size > 0;
    return [...touched].some((folder) => project === folder || project.startsWith(`${folder}/`));
  });
}

/** The words of a path, in lower case and singular: `lists/use-facets.ts` → list, use, facet. */
export function wordsOf(path: string): string[] {
  const words = path.replace(/([a-z])([A-Z])/g, '$1-$2').split(/[^A-Za-z]+/);
  return words
    .map((word) => word.toLowerCase())
    .filter((word) => word.length > 3 && !NO_TOPIC.has(word))
    .map(singular);
}

const singular = (word: string) => word.replace(/s$/, '');

/** True for a file that may affect what the page shows or which operations it calls. */
const reachesPage = (file: string) => /^(?:packages\/(?!testkit)[^/]+|apps\/desktop)\/src\//.test(file);

/**
 * Specs of the interface that a change may affect, relative to `e2e`: those that were changed, those that import a changed part,
 * and those whose name has a word in common with a changed path.
 */
export function specsFor(files: readonly string[], root = CHECKOUT): string[] {
  const specs = ['ui', 'desktop'].flatMap((folder) =>
    readdirSync(join(root, 'e2e', folder))
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `${folder}/${name}`),
  );
  const page = files.filter(reachesPage);
  const words = new Set(page.flatMap(wordsOf));
  const parts = files.filter((file) => /^e2e\/.*(?<!\.spec)\.ts$/.test(file)).map((file) => `/${basename(file)}'`);
  const isConcerned = (spec: string) =>
    files.includes(posix.join('e2e', spec)) ||
    wordsOf(spec.split('/')[1] ?? '').some((word) => words.has(word)) ||
    parts.some((part) => part !== "/fixtures.ts'" && readFileSync(join(root, 'e2e', spec), 'utf8').includes(part)) ||
    ((page.length > 0 || parts.length > 0) && ALWAYS.includes(spec.split('/')[1] ?? ''));
  return specs.filter(isConcerned).map((spec) => spec.split(sep).join('/'));
}
