import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type AppError, MAX_DROPPED_BYTES } from '@twicewise/contract';
import { WorkBudget } from '@twicewise/mcp';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { person } from '../src/callers.ts';
import { EventHub } from '../src/events.ts';
import { DroppedFiles } from '../src/http/dropped-files.ts';
import { HttpDoor } from '../src/http/server.ts';

let temp: ReturnType<typeof tempFolder>;
let folder: string;
let files: DroppedFiles;
beforeEach(() => {
  temp = tempFolder();
  folder = join(temp.path, 'files');
  files = new DroppedFiles(folder);
});
afterEach(() => {
  files.close();
  temp.remove();
});

const body = (text: string) => new Blob([text]).stream();
async function keep(name: string, text: string): Promise<string> {
  const answer = await files.keep(name, text.length, body(text));
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value.path;
}

it('keeps a file for this user only, at the same path each time, and removes it when asked', async () => {
  const path = await keep('mine.jsonl', 'one');
  expect(readFileSync(path, 'utf8')).toBe('one');
  expect(await keep('mine.jsonl', 'one')).toBe(path);
  expect(dirname(await keep('mine.jsonl', 'two'))).not.toBe(dirname(path));
  if (process.platform !== 'win32') {
    expect([statSync(path).mode & 0o777, statSync(dirname(path)).mode & 0o777]).toEqual([0o600, 0o700]);
  }
  await files.discard(path);
  expect(existsSync(dirname(path))).toBe(false);
});

it('lets no name lead elsewhere, and discards nothing else', async () => {
  for (const name of [
    '../../evil.jsonl',
    '/etc/evil.jsonl',
    '..',
    '.hidden',
    'a\\b.md',
    '\u0000.md',
    `${'x'.repeat(900)}.jsonl`,
  ]) {
    const path = await keep(name, 'content');
    expect(dirname(dirname(path))).toBe(folder);
    expect(path.split(/[/\\]/).at(-1)).not.toMatch(/^\./);
  }
  const beside = join(dirname(folder), 'beside.txt');
  writeFileSync(beside, 'stays');
  for (const path of [beside, folder, `${folder}/../beside.txt`, '', `${folder}/${'0'.repeat(32)}/../../beside.txt`]) {
    await files.discard(path);
  }
  expect(readFileSync(beside, 'utf8')).toBe('stays');
  expect(readdirSync(folder)).toHaveLength(1);
});

it('refuses what is too large, said or not, and leaves nothing of it', async () => {
  const refused = { code: 'invalid_input', reason: 'too_large' };
  await expect(files.keep('a.md', MAX_DROPPED_BYTES + 1, body(''))).rejects.toMatchObject(refused);
  const block = new Uint8Array(MAX_DROPPED_BYTES / 8);
  let left = 9;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => (left-- > 0 ? controller.enqueue(block) : controller.close()),
  });
  await expect(files.keep('a.md', 0, endless)).rejects.toMatchObject(refused);
  expect(readdirSync(folder)).toEqual([]);
});

it('keeps sixteen at most, and what is an hour old no longer', async () => {
  for (let n = 0; n < 16; n++) await keep('a.md', `${n}`);
  await expect(files.keep('a.md', 1, body('more'))).rejects.toMatchObject({ code: 'busy' });
  const [old = ''] = readdirSync(folder);
  const before = new Date(Date.now() - 3_700_000);
  utimesSync(join(folder, old), before, before);
  await keep('a.md', 'more');
  expect(existsSync(join(folder, old))).toBe(false);
  expect(readdirSync(folder)).toHaveLength(16);
});

it('keeps sixteen at most also when more come at once', async () => {
  const coming = Array.from({ length: 20 }, (_, n) => files.keep('a.md', 1, body(`${n}`)));
  const settled = await Promise.allSettled(coming);
  const refused = settled.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as AppError).code);
  expect(refused).toEqual(['busy', 'busy', 'busy', 'busy']);
  expect(readdirSync(folder)).toHaveLength(16);
});

it.skipIf(process.platform === 'win32')('answers with no path for a file of which only a part could be written', () => {
  const module = JSON.stringify(new URL('../src/http/dropped-files.ts', import.meta.url).href);
  const script = `
    const { DroppedFiles } = await import(${module});
    const files = new DroppedFiles(${JSON.stringify(folder)});
    const keep = (text) => files.keep('a.md', text.length, new Blob([text]).stream()).then(() => 'kept', ({ code }) => code);
    console.log(await keep('x'.repeat(1000)), await keep('y'.repeat(2000)));
    files.close();`;
  // No file of this shell's processes grows beyond a block of 1,024 bytes, so a larger write is done in part.
  const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" --input-type=module -e "$1"`;
  const { stdout } = spawnSync('bash', ['-c', limited, process.execPath, script], { encoding: 'utf8' });
  expect(stdout.trim()).toBe('kept EFBIG');
  expect(readdirSync(folder)).toHaveLength(1);
});

it('gives two names of one content their own files, so that neither goes with the other', async () => {
  const [one, two] = [await keep('one.jsonl', 'same'), await keep('two.jsonl', 'same')];
  await files.discard(one);
  expect([existsSync(one), readFileSync(two, 'utf8')]).toEqual([false, 'same']);
  await files.discard(two);
  expect(readdirSync(folder)).toEqual([]);
});

it('counts each name of one content', async () => {
  for (let n = 0; n < 16; n++) await keep(`${n}.md`, 'same');
  await expect(files.keep('17.md', 4, body('same'))).rejects.toMatchObject({ code: 'busy' });
});

it.each(['  ..', ' .', '\u6587'.repeat(200), `${'\u{1F600}'.repeat(90)}.md`])(
  'keeps what is called %j',
  async (name) => {
    const path = await keep(name, 'content');
    expect([dirname(dirname(path)), readFileSync(path, 'utf8')]).toEqual([folder, 'content']);
  },
);

it('removes at its start what a host that was killed left, but for what a job may still read', async () => {
  const [old, fresh] = [await keep('old.md', 'old'), await keep('fresh.md', 'fresh')];
  const before = new Date(Date.now() - 3_700_000);
  utimesSync(dirname(old), before, before);
  const next = new DroppedFiles(folder);
  await vi.waitFor(() => expect(existsSync(old)).toBe(false));
  expect(existsSync(fresh)).toBe(true);
  next.close();
});

it('logs what nobody expects, and no refusal', async () => {
  const logged: string[] = [];
  // A folder where the file should be.
  const path = await keep('a.md', 'one');
  rmSync(path);
  mkdirSync(path);
  const dispatch = async () => ({ ok: true, value: null }) as const;
  const door = new HttpDoor({
    ...{ budget: new WorkBudget(), port: 0, token: 'token', dispatch, events: new EventHub(), filesFolder: folder },
    ...{ uiFolder: null, callerOf: () => person('http'), position: () => ({ epoch: 'e', revision: 0 }) },
    mcp: () => ({ dispatch, callerOf: () => person('mcp') }),
    log: (message, error) => void logged.push(`${message}: ${error}`),
  });
  await door.listen();
  try {
    const hand = async (content: string | Uint8Array<ArrayBuffer>) => {
      const headers = { authorization: 'Bearer token' };
      const asked = { method: 'POST', headers, body: content };
      return (await (await fetch(`http://127.0.0.1:${door.port}/files/a.md`, asked)).json()) as unknown;
    };
    expect(await hand(new Uint8Array(MAX_DROPPED_BYTES + 1))).toMatchObject({
      ok: false,
      error: { reason: 'too_large' },
    });
    expect(logged).toEqual([]);
    expect(await hand('one')).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(logged).toEqual([expect.stringMatching(/^a request failed: /)]);
  } finally {
    await door.drain();
  }
});
