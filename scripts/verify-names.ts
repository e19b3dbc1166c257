import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GateResult, projectFiles, runGate } from './gate.ts';

const SOURCE = /^((?:packages|apps)\/[^/]+)\/src\/.*\.tsx?$/;
const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:const enum|const|let|function\*?|class|interface|type|enum) (\w+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\};?$/gm;

/** Names that a file declares and exports; re-exported names belong to another file. */
function exportedNames(text: string): Set<string> {
  const declared = [...text.matchAll(DECLARED)].map(([, name = '']) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = '']) => names.split(',')).map((name) => name.trim());
  return new Set([
    ...declared,
    ...listed.map(
      (name) =>
        name
          .replace(/^type /, '')
          .split(' as ')
          .at(-1) ?? '',
    ),
  ]);
}

/** For each package its exported names, with the files that export each. */
function namesByPackage(root: string): { names: Map<string, Map<string, string[]>>; count: number } {
  const names = new Map<string, Map<string, string[]>>();
  let count = 0;
  for (const file of projectFiles(root)) {
    const pack = SOURCE.exec(file)?.[1];
    if (pack === undefined) continue;
    const known = names.get(pack) ?? new Map<string, string[]>();
    names.set(pack, known);
    for (const name of exportedNames(readFileSync(join(root, file), 'utf8'))) {
      if (name === '') continue;
      count++;
      known.set(name, [...(known.get(name) ?? []), file]);
    }
  }
  return { names, count };
}

/**
 * Checks that no two files of a package export the same name. People find things in a package by name, and a name with two
 * meanings leads them to the wrong file.
 */
export function verifyNames(root: string): GateResult {
  const { names, count } = namesByPackage(root);
  const problems: string[] = [];
  for (const [pack, known] of names) {
    for (const [name, files] of known) {
      if (files.length < 2) continue;
      problems.push(`${pack} exports ${name} from ${files.join(' and ')}; give each its own name`);
    }
  }
  return { problems, summary: `${count} exported names` };
}

runGate(import.meta.url, 'names', verifyNames);
