import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, type Client, counted } from '@twicewise/contract';
import { replaceFile } from '../connect/replace-file.ts';

interface Options {
  session: string;
  project?: string[] | undefined;
  overwrite: boolean;
}

interface LoopFile {
  path: string;
  text: string;
  notCarried: readonly string[];
}

/** Most attempts in one answer of a list. */
const PAGE = 200;

async function attemptIds(client: Client, filter: { sessionId: string }): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const asked = { ...filter, order: 'oldest' as const, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
    const page: { items: { id: string }[]; nextCursor: string | null } = await client.call('attempt.list', asked);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

const textOf = (file: object) => `${JSON.stringify(file, null, 2)}\n`;

/** The files of a session: a record of each attempt and, where it has an episode, the state of the loop. */
async function filesOf(client: Client, top: string, { session, project }: Options): Promise<LoopFile[]> {
  const [projectId] = project ?? [];
  // A name that sessions of several projects have is refused here.
  const found = await client.call('session.get', { id: session, ...(projectId === undefined ? {} : { projectId }) });
  const filter = { sessionId: found.session.id };
  const files: LoopFile[] = [];
  let folder: string | null = null;
  for (const id of await attemptIds(client, filter)) {
    const { name, file, notCarried, ...record } = await client.call('attempt.export', { id });
    folder ??= record.folder;
    files.push({ path: join(top, record.folder, name), text: textOf(file), notCarried });
  }
  const { items } = await client.call('episode.list', { ...filter, limit: 1 });
  const [episode] = items;
  if (episode === undefined || folder === null) return files;
  const { name, file, notCarried } = await client.call('episode.export', { id: episode.id, format: 'loop' });
  return [...files, { path: join(top, folder, name), text: textOf(file), notCarried }];
}

function badFolder(message: string, hint: string): AppError {
  return new AppError({ code: 'invalid_input', reason: 'bad_file', message, hint });
}

/** Writes the attempts of a session as the files of a Reflexion loop, in a folder of its name below `top`. All of them, or none. */
export async function writeLoop(client: Client, top: string, options: Options): Promise<number> {
  const files = await filesOf(client, top, options);
  if (files.length === 0) {
    const hint = 'twicewise call attempt.list shows those there are.';
    throw badFolder(`The session ${JSON.stringify(options.session)} has no attempts; nothing was written.`, hint);
  }
  const there = files.find(({ path }) => existsSync(path));
  if (there !== undefined && !options.overwrite) {
    const hint = 'Choose another folder, or replace its files with --overwrite.';
    throw badFolder(`There is a file ${there.path} already; nothing was written.`, hint);
  }
  const lost = [...new Set(files.flatMap(({ notCarried }) => notCarried))];
  try {
    for (const { path, text } of files) {
      mkdirSync(join(path, '..'), { recursive: true });
      replaceFile(path, text);
    }
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw badFolder(`No file could be written below ${top} (${code}).`, 'Choose another place.');
  }
  const [first] = files;
  process.stderr.write(`${counted(files.length, 'file', 'files')} written to ${join(first?.path ?? top, '..')}.\n`);
  if (lost.length > 0) process.stderr.write(`Not carried: ${lost.join('; ')}.\n`);
  if (!process.stdout.isTTY)
    process.stdout.write(
      `${JSON.stringify({ ok: true, value: { files: files.map(({ path }) => path), notCarried: lost } })}\n`,
    );
  return 0;
}
