import { existsSync } from 'node:fs';
import { AppError, type Client, contextTextOf, counted, type OutputOf } from '@twicewise/contract';
import { renderTurnFile, type TurnWithText } from '@twicewise/ingest';
import { replaceFile } from '../connect/replace-file.ts';

interface Options {
  session: string;
  project?: string[] | undefined;
  overwrite: boolean;
}

/** Most turns in one answer of a list. */
const PAGE = 100;

async function turnIds(client: Client, sessionId: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const asked = { sessionId, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
    const page: OutputOf<'turn.list'> = await client.call('turn.list', asked);
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

/** A turn with its context; null for one whose texts were pruned. */
async function withText(client: Client, id: string): Promise<TurnWithText | null> {
  const { turn } = await client.call('turn.get', { id });
  return turn.prunedAt === null ? { turn, fullContext: await contextTextOf(client, turn) } : null;
}

function badFile(message: string, hint: string): AppError {
  return new AppError({ code: 'invalid_input', reason: 'bad_file', message, hint });
}

/** Writes the turns of a session as a memory of contexts and summaries (S2-18). */
export async function writeTurns(
  client: Client,
  path: string,
  { session, project, overwrite }: Options,
): Promise<number> {
  const [projectId] = project ?? [];
  if (existsSync(path) && !overwrite) {
    throw badFile(
      `There is a file ${path} already; nothing was written.`,
      'Choose another name, or replace it with --overwrite.',
    );
  }
  // A name that sessions of several projects have is refused here.
  const found = await client.call('session.get', { id: session, ...(projectId === undefined ? {} : { projectId }) });
  const turns: TurnWithText[] = [];
  const ids = await turnIds(client, found.session.id);
  for (const id of ids) {
    const turn = await withText(client, id);
    if (turn) turns.push(turn);
  }
  if (turns.length === 0) {
    const hint = 'twicewise call turn.list shows those there are.';
    throw badFile(
      `The session ${JSON.stringify(session)} has no turns${ids.length === 0 ? '' : ' that were not pruned'}; nothing was written.`,
      hint,
    );
  }
  const { file, notCarried: fields } = renderTurnFile(turns);
  const pruned = ids.length - turns.length;
  const notCarried = pruned === 0 ? fields : [...fields, counted(pruned, 'pruned turn', 'pruned turns')];
  try {
    replaceFile(path, `${JSON.stringify(file, null, 2)}\n`);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw badFile(`The file ${path} could not be written (${code}).`, 'Choose another place.');
  }
  process.stderr.write(`${counted(turns.length, 'turn', 'turns')} written to ${path}.\n`);
  if (notCarried.length > 0) process.stderr.write(`Not carried: ${notCarried.join('; ')}.\n`);
  if (!process.stdout.isTTY)
    process.stdout.write(`${JSON.stringify({ ok: true, value: { file: path, notCarried } })}\n`);
  return 0;
}
