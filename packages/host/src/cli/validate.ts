import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import {
  AppError,
  counted,
  episodeFile,
  loopRecord,
  PRODUCT,
  parseJson,
  problemsOf,
  visible,
} from '@twicewise/contract';
import {
  type Fields,
  isFields,
  isLoopRecord,
  isLoopState,
  readLoopState,
  refuseUnfit,
  toSnakeKeys,
} from '@twicewise/ingest';
import { type Command, readArguments, UsageError } from './usage.ts';

const HELP = `Usage: ${PRODUCT.command} validate FILE... [--json]

Checks files against the schema that is published of them, and says of each what is wrong and where: the record of an iteration of a
Reflexion loop (001.json), or an episode of ADR-038. Of the state of a loop (current-loop.json) it says whether import --format loops can
read it. Which of them a file is meant to be is seen from its fields. Reads nothing but the files and changes nothing. Exit code 1 when
something is wrong with a file.
`;

interface Verdict {
  file: string;
  /** What the file was taken for; null when it could not be read. */
  schema: 'loop record' | 'loop state' | 'episode' | null;
  problems: { at: string; reason: string }[];
}

/** What keeps the state of a loop from being imported. */
function problemsOfState(file: Fields): Verdict['problems'] {
  try {
    refuseUnfit(readLoopState(file).content);
    return [];
  } catch (error) {
    if (error instanceof AppError) return [{ at: '', reason: error.message }];
    throw error;
  }
}

const TAKEN_FOR = { 'loop record': 'a loop record', 'loop state': 'a loop state', episode: 'an episode' } as const;

async function check(path: string): Promise<Verdict> {
  const bad = (reason: string): Verdict => ({ file: path, schema: null, problems: [{ at: '', reason }] });
  let value: unknown;
  try {
    value = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(await readFile(resolve(path))));
  } catch (error) {
    if (error instanceof AppError) return bad(error.message);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return bad('There is no such file.');
    if (code === 'EISDIR') return bad('It is a folder: name the files in it.');
    return bad(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'This is not UTF-8.' : `It cannot be read (${code ?? 'unknown'}).`,
    );
  }
  if (!isFields(value)) return bad('It is no JSON object.');
  if (isLoopRecord(value))
    return { file: path, schema: 'loop record', problems: problemsOf(loopRecord, toSnakeKeys(value)) };
  if (isLoopState(value)) return { file: path, schema: 'loop state', problems: problemsOfState(value) };
  return { file: path, schema: 'episode', problems: problemsOf(episodeFile, value) };
}

function linesOf({ file, schema, problems }: Verdict): string {
  const name = visible(file);
  if (problems.length === 0) return `${name}: valid (${schema})`;
  const about = schema === null ? '' : `, taken for ${TAKEN_FOR[schema]}`;
  const named = problems.map(({ at, reason }) => `  ${visible(at) || 'the file'}: ${visible(reason)}`);
  return [`${name}: ${counted(problems.length, 'problem', 'problems')}${about}`, ...named].join('\n');
}

/** `twicewise validate` */
export const runValidate: Command = async (args) => {
  const parsed = readArguments(args, { json: { type: 'boolean', default: false } } as const, HELP);
  if (!parsed) return 0;
  const { values, positionals } = parsed;
  if (positionals.length === 0) throw new UsageError(`Name a file.\n\n${HELP}`);
  const verdicts: Verdict[] = [];
  for (const path of positionals) verdicts.push(await check(path));
  process.stdout.write(values.json ? `${JSON.stringify(verdicts)}\n` : `${verdicts.map(linesOf).join('\n')}\n`);
  return verdicts.every(({ problems }) => problems.length === 0) ? 0 : 1;
};
