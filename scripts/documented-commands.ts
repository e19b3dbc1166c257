import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contract, type OperationName } from '@twicewise/contract';

/** The page with the help of each command; another gate compares it with what the commands print. */
const HELPS = 'docs/reference/command-line.md';
/** Options that every command accepts, according to the overview on that page. */
const EVERYWHERE = ['--data', '--help', '--as-person'];
/** Commands of npm itself, whose options are not ours. */
const OF_NPM = ['install', 'ci', 'publish', 'view'];
const ENTRY = /(?:^|\/)packages\/host\/bin\/twicewise\.mjs$/;

/** The words of a command line, split as a shell does, as far as documentation needs it. */
export const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"]+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );

const isOption = (word: string): boolean => /^--\w/.test(word);
const nameOf = (option: string): string => option.split('=')[0] ?? option;

/** The help of each `twicewise` command, by its name. */
export function readHelps(root: string): ReadonlyMap<string, string> {
  if (!existsSync(join(root, HELPS))) return new Map();
  const sections = readFileSync(join(root, HELPS), 'utf8').split(/^## /m).slice(1);
  return new Map(sections.map((section) => [/^`([^`]+)`/.exec(section)?.[1] ?? '', section]));
}

/** The source of a program in `scripts`, with the sources in its folder. */
function sourcesOf(root: string, program: string): string | null {
  const file = join(root, `${program}.ts`);
  const folder = join(root, program);
  const inFolder =
    existsSync(folder) && statSync(folder).isDirectory()
      ? readdirSync(folder).flatMap((name) => (/\.ts$/.test(name) ? [join(folder, name)] : []))
      : [];
  const files = [...(existsSync(file) ? [file] : []), ...inFolder];
  return files.length === 0 ? null : files.map((path) => readFileSync(path, 'utf8')).join('\n');
}

/**
 * The first option that a program does not read: its sources contain it neither as typed nor as the name of an option for the
 * argument parser.
 */
function unknownIn(sources: string, words: readonly string[]): string | null {
  const isRead = (option: string) =>
    new RegExp(`${option}(?![\\w-])|(?:^|[\\s{])'?${option.slice(2)}'?: \\{`).test(sources);
  return words.filter(isOption).find((word) => !isRead(nameOf(word))) ?? null;
}

function scriptProblem(root: string, name: string, words: readonly string[]): string | null {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts?: Record<string, string> };
  if (name.endsWith('…')) return null;
  if (manifest.scripts?.[name] === undefined) return `package.json has no script ${name}`;
  if (words.length === 0) return null;
  if (words[0] !== '--') return /^[|>\d]/.test(words[0] ?? '') ? null : 'npm passes on only what stands after --';
  const sources = sourcesOf(root, join('scripts', name.replace(':', '/')));
  if (sources === null) return null;
  const unknown = unknownIn(sources, words);
  return unknown === null ? null : `${name} does not know ${unknown}`;
}

function npmProblem(root: string, [verb = '', ...rest]: readonly string[]): string | null {
  if (verb === 'run') return scriptProblem(root, rest[0] ?? '', rest.slice(1));
  return OF_NPM.includes(verb) ? null : scriptProblem(root, verb, rest);
}

function nodeProblem(root: string, [file = '', ...rest]: readonly string[], helps: Helps): string | null {
  if (ENTRY.test(file)) return twicewiseProblem(rest, helps);
  if (file === '') return 'names no file';
  if (file.endsWith('…')) return null;
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  const unknown = unknownIn(readFileSync(join(root, file), 'utf8'), rest);
  return unknown === null ? null : `${file} does not know ${unknown}`;
}

/** The problem with the arguments of `call`: an unknown operation, or an input that the contract refuses. */
function callProblem([name = '', input]: readonly string[]): string | null {
  if (!Object.hasOwn(contract, name)) return `there is no operation ${name}`;
  if (input === undefined || isOption(input)) return null;
  try {
    const parsed = contract[name as OperationName].input.safeParse(JSON.parse(input));
    return parsed.success
      ? null
      : `${name}: ${parsed.error.issues[0]?.path.join('.')} ${parsed.error.issues[0]?.message}`;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : error}`;
  }
}

type Helps = ReadonlyMap<string, string>;

function twicewiseProblem([command, ...rest]: readonly string[], helps: Helps): string | null {
  if (command === undefined || /^[A-Z]+$/.test(command) || command.startsWith('--')) return null;
  const help = helps.get(command);
  if (help === undefined) return `twicewise has no command ${command}`;
  const knows = (option: string) => EVERYWHERE.includes(option) || new RegExp(`${option}(?![\\w-])`).test(help);
  const unknown = rest
    .filter(isOption)
    .map(nameOf)
    .find((option) => !knows(option));
  if (unknown !== undefined) return `twicewise ${command} does not know ${unknown}`;
  return command === 'call' ? callProblem(rest) : null;
}

/** True if words in code type are a command, not just a name or the text of something else. */
export function isCommand(words: readonly string[], helps: Helps): boolean {
  const [first = '', second] = words;
  if (first === 'twicewise') return true;
  if (['npm', 'npx', 'node'].includes(first)) return second !== undefined;
  return helps.has(first) && words.slice(1).some(isOption);
}

/** The problem with a command in the documentation; null if everything that it names exists. */
export function commandProblem(root: string, words: readonly string[], helps: Helps): string | null {
  const [first = '', ...rest] = words;
  if (first === 'npm') return npmProblem(root, rest);
  if (first === 'node') return nodeProblem(root, rest, helps);
  if (first === 'twicewise') return twicewiseProblem(rest, helps);
  if (helps.has(first)) return twicewiseProblem(words, helps);
  if (first !== 'npx') return `nobody checks commands of ${first}`;
  const [program = ''] = rest;
  if (program === 'vitest') {
    const missing = rest.slice(2).find((path) => !isOption(path) && !existsSync(join(root, path)));
    return missing === undefined ? null : `${missing} does not exist`;
  }
  return program === 'npx' ? 'npx twice' : commandProblem(root, rest, helps);
}
