import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { nodePackage } from '@twicewise/client/own-node';
import { tempFolder } from '@twicewise/testkit';
import { LIBRARIES, packageLibrary } from '../package-library.ts';
import { packageForNpm } from '../package-npm.ts';
import { problemsOf } from './npm/empty-machine.ts';
import { frameworkVerdicts } from './packages/frameworks.ts';
import { lint, packWithout } from './packages/lint.ts';
import { emptyProject, endHost, installNode, must, NODES, type Project } from './packages/projects.ts';
import { COMPILERS, compile, installCompiler, writePrograms } from './packages/types.ts';
import { foundNone, verdict } from './packages/verdict.ts';
import { conclude, say, type Verdict } from './verdicts.ts';

// `npm run check:packages`: packs the libraries, has the tools of the trade look at them, and installs them in empty projects,
// where the ten lines of their pages run under each Node that they are for, and are compiled by TypeScript. The tools of the memory
// go into agents of other libraries there.

const root = join(import.meta.dirname, '../..');
const folder = tempFolder('packages');
const TEN_LINES = readFileSync(join(root, 'packages/client/test/ten-lines.mjs'), 'utf8');
const STORED = 'failure: write a small parser';
/** Types that those of the index import. */
const INNER_TYPES = 'types/contract/src/client.d.ts';
const OWN_TEN_LINES = readFileSync(join(root, 'packages/memory/test/ten-lines.mjs'), 'utf8');
const AGENT_PAGE = join(root, 'packages/agent/test/page');
const AGENT_LINES = readFileSync(join(AGENT_PAGE, 'ten-lines.mjs'), 'utf8');
const AGENT_MODEL = readFileSync(join(AGENT_PAGE, 'model.mjs'), 'utf8');
const AGENT_TESTS = `const { test } = require('node:test');
test('add', () => require('node:assert').equal(require('./add.cjs').add(2, 3), 5));
`;
/** The Nodes for which better-sqlite3 has a build. */
const NODES_OF_MEMORY = NODES.slice(1);
/** Programs that are told what is wrong. */
const OWN_TELLING = `import { AppError } from '@twicewise/client';
import { createMemory } from '@twicewise/memory';
const one = await createMemory('taken');
for (const place of ['taken', '', '.']) {
  const error = await createMemory(place).catch((reason) => reason);
  console.log(error instanceof AppError, error.code, error.reason);
}
const wrong = await one.call('reflection.get', { id: 'none' }).catch((reason) => reason);
console.log(wrong instanceof AppError, wrong.code);
await one.close();
`;
const OWN_TOLD = `true unavailable locked
true invalid_input undefined
true refused undefined
true invalid_input
`;
const TELLING = `import { connect } from '@twicewise/client';
await connect({ name: 'my-agent' }).catch((error) => console.log(error.code, error.hint));
`;

/** Runs the ten lines: twice, with the host killed between, so that the second finds what the first stored. */
function runProblems(project: Project): string[] {
  const first = problemsOf(project.run('node', 'ten-lines.mjs'), '');
  const ended = endHost(project);
  const second = problemsOf(project.run('node', 'ten-lines.mjs'), STORED);
  endHost(project);
  return [...first, ...(ended === 1 ? [] : ['it started no host']), ...second];
}

/** Runs the ten lines of the library that needs no host, where there is none. */
function ownVerdicts({ run, write }: Project, memory: string, under: string): Verdict[] {
  must(run('npm', 'install', '--no-audit', '--no-fund', memory));
  write('own-ten-lines.mjs', OWN_TEN_LINES);
  write('own-telling.mjs', OWN_TELLING);
  return [
    verdict(`those without a host run ${under}`, problemsOf(run('node', 'own-ten-lines.mjs'), STORED), 'found'),
    verdict(`and have one AppError ${under}`, problemsOf(run('node', 'own-telling.mjs'), OWN_TOLD), 'one'),
  ];
}

/** Runs the loop of the page of `agent`. */
function loopProblems(project: Project, agent: string): string[] {
  must(project.run('npm', 'install', '--no-audit', '--no-fund', agent));
  project.write('agent-ten-lines.mjs', AGENT_LINES);
  project.write('model.mjs', AGENT_MODEL);
  project.write('add.test.cjs', AGENT_TESTS);
  const problems = problemsOf(project.run('node', 'agent-ten-lines.mjs'), 'passed with attempt 2');
  endHost(project);
  return problems;
}

function checkUnder(
  version: string,
  [client = '', memory = '', agent = '']: readonly string[],
  prefix: string,
): Verdict[] {
  say(`Node ${version}`);
  const node = installNode(join(folder.path, `node-${version}`), version, nodePackage());
  const project = emptyProject(join(folder.path, version), node, prefix);
  const alone = emptyProject(join(folder.path, `${version} alone`), node, join(folder.path, 'nothing'));
  for (const { write, run } of [project, alone]) {
    must(run('npm', 'install', '--no-audit', '--no-fund', client));
    write('ten-lines.mjs', TEN_LINES);
    write('telling.mjs', TELLING);
  }
  const under = `under Node ${project.run('node', '--version').stdout.trim()}`;
  return [
    ...(NODES_OF_MEMORY.includes(version) ? ownVerdicts(alone, memory, under) : []),
    verdict(`the ten lines run ${under}, and find their lesson`, runProblems(project), '2 runs, 2 hosts'),
    verdict(`the loop runs ${under}`, loopProblems(project, agent), 'passed with attempt 2'),
    verdict(
      `they are told what to install ${under}`,
      problemsOf(
        alone.run('node', 'telling.mjs'),
        'unavailable Install it beside your program (npm install twicewise)',
      ),
      'told',
    ),
  ];
}

async function lintVerdicts(tarballs: readonly string[]): Promise<Verdict[]> {
  const [tarball = ''] = tarballs;
  const found = await Promise.all(tarballs.map(lint));
  const [publint, attw] = [found.flatMap((one) => one.publint), found.flatMap((one) => one.attw)];
  const clean = `${found.length} packages clean`;
  const without = (left: string, name: string) => lint(packWithout(tarball, left, join(folder.path, name)));
  return [
    verdict('publint', publint, clean),
    verdict('attw', attw, clean),
    verdict(
      'negative control: publint finds a script missing',
      foundNone((await without('index.js', 'no script')).publint),
      'found',
    ),
    verdict(
      'negative control: attw finds types missing that others need',
      foundNone((await without(INNER_TYPES, 'no types')).attw),
      'found',
    ),
  ];
}

function typeVerdicts(tarballs: readonly string[]): Verdict[] {
  const project = emptyProject(join(folder.path, 'typescript'), process.execPath, join(folder.path, 'nothing'));
  must(project.run('npm', 'install', '--no-audit', '--no-fund', ...tarballs));
  writePrograms(project, {
    'ten-lines.ts': TEN_LINES,
    'own-ten-lines.ts': OWN_TEN_LINES,
    'agent-ten-lines.ts': AGENT_LINES.replace('./model.mjs', './model.js'),
    'model.ts': 'export const writeCode = async (prompt: string): Promise<string> => prompt;\n',
  });
  const verdicts = COMPILERS.map((version) => {
    installCompiler(project, version);
    return verdict(`TypeScript ${version} takes the types, with nodenext`, compile(project), 'clean');
  });
  rmSync(join(project.folder, 'node_modules/zod'), { recursive: true });
  const without = foundNone(compile(project));
  return [...verdicts, verdict('negative control: TypeScript misses what the types are made of', without, 'found')];
}

try {
  say('packing');
  const command = await packageForNpm();
  const libraries = await Promise.all(LIBRARIES.map(packageLibrary));
  const verdicts = await lintVerdicts(libraries);
  say('installing twicewise');
  const prefix = join(folder.path, 'everything');
  const installer = emptyProject(join(folder.path, 'installer'), process.execPath, prefix);
  must(installer.run('npm', 'install', '--global', '--no-audit', '--no-fund', '--prefix', prefix, command));
  for (const version of NODES) verdicts.push(...checkUnder(version, libraries, prefix));
  say('types');
  verdicts.push(...typeVerdicts(libraries));
  const [client = '', , agent = ''] = libraries;
  verdicts.push(...frameworkVerdicts([client, agent], prefix, folder.path));
  process.exitCode = conclude(verdicts);
} finally {
  folder.remove();
}
