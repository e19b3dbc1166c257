import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

// The types of a library: the declarations that TypeScript writes of our sources, as they are. Only what its index leads to is
// taken, and our packages, which are not published, are named by relative paths.

const root = join(import.meta.dirname, '..');
const PACKAGES = join(root, 'packages');
/** A module that a declaration imports or exports from. */
const FROM = /(\bfrom\s+|\bimport\()(['"])([^'"]+)\2/g;
const SCOPE = '@twicewise/';

/** Writes the declarations of packages, with their folders, into a folder. */
function declare(packages: readonly string[], outDir: string): void {
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    allowJs: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    rootDir: PACKAGES,
    outDir,
  };
  const include = packages.map((name) => join(PACKAGES, name, 'src'));
  const config = join(outDir, 'tsconfig.json');
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include }));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', config, '--checkers', '1'], { stdio: ['ignore', 2, 2] });
}

/** The source that a package of ours exports under a name, such as `@twicewise/contract`, relative to `packages`. */
function sourceOf(specifier: string): string {
  const [name = '', ...rest] = specifier.slice(SCOPE.length).split('/');
  const { exports } = JSON.parse(readFileSync(join(PACKAGES, name, 'package.json'), 'utf8'));
  return join(name, exports[['.', ...rest].join('/')]);
}

/** Path of a declaration without its ending, from that of the source or of the JavaScript that it belongs to. */
const withoutEnding = (path: string) => path.replace(/\.[jt]s$/, '');

/**
 * Writes the declarations that the entries of a package lead to, and those of the packages that it uses, into a folder; returns
 * the path of each entry's there. `outside` are packages of ours that are libraries themselves.
 */
export function writeTypes(
  name: string,
  entries: readonly string[],
  uses: readonly string[],
  folder: string,
  outside: readonly string[],
): Record<string, string> {
  const declared = mkdtempSync(join(root, 'node_modules/.declarations-'));
  try {
    declare([name, ...uses], declared);
    const pathOf = (entry: string) => join(name, 'src', entry);
    const waiting = entries.map(pathOf);
    for (const file of waiting) {
      const text = readFileSync(join(declared, `${file}.d.ts`), 'utf8').replace(
        FROM,
        (statement, keyword: string, _quote, specifier: string) => {
          const isOurs = specifier.startsWith(SCOPE) && !outside.includes(specifier);
          if (!isOurs && !specifier.startsWith('.')) return statement;
          const target = withoutEnding(isOurs ? sourceOf(specifier) : normalize(join(dirname(file), specifier)));
          if (!waiting.includes(target)) waiting.push(target);
          const path = relative(dirname(file), target).replaceAll(sep, '/');
          return `${keyword}'${path.startsWith('.') ? path : `./${path}`}.js'`;
        },
      );
      const target = join(folder, `${file}.d.ts`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
    }
    return Object.fromEntries(entries.map((entry) => [entry, `${pathOf(entry)}.d.ts`]));
  } finally {
    rmSync(declared, { recursive: true, force: true });
  }
}
