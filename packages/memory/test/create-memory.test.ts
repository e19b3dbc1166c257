import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError, type MemoryClient } from '@twicewise/client';
import { startHost, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemory } from '../src/index.ts';

let folder: ReturnType<typeof tempFolder>;
let data: string;
const open: MemoryClient[] = [];
beforeEach(() => {
  folder = tempFolder('own-memory');
  data = join(folder.path, 'data');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((memory) => memory.close()));
  folder.remove();
});

async function create(...args: Parameters<typeof createMemory>): Promise<MemoryClient> {
  const memory = await createMemory(...args);
  open.push(memory);
  return memory;
}

const lesson = (taskDescription: string) => ({ taskDescription, outcome: 'success' as const, nextStrategy: 'go on' });

async function failureOf(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof AppError) return error;
  throw new Error(`no AppError: ${String(error)}`);
}

const temporaryFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('twicewise-memory-'));

describe('a memory in this process', () => {
  it('stores in its project and run, finds it again, and keeps it in its folder', async () => {
    const shop = join(folder.path, 'shop');
    mkdirSync(shop);
    const memory = await create(data, { name: 'builder', project: { folder: shop }, session: 'run 7' });
    const { reflection } = await memory.call('reflection.store', lesson('count the apples'));
    expect(reflection).toMatchObject({
      author: { kind: 'agent', name: 'builder' },
      sessionNativeId: 'run 7',
      projectName: 'shop',
    });
    await memory.close();
    const again = await create(data);
    const { hits } = await again.call('reflection.search', { taskDescription: 'apples' });
    expect(hits.map((hit) => hit.reflection.id)).toEqual([reflection.id]);
  });

  it('without a place has one of its own, which goes away when it is closed', async () => {
    const before = temporaryFolders();
    const [one, two] = await Promise.all([create(':memory:'), create(':memory:')]);
    await one.call('reflection.store', lesson('of one alone'));
    expect((await two.call('reflection.search', { taskDescription: 'alone' })).hits).toEqual([]);
    expect(temporaryFolders()).toHaveLength(before.length + 2);
    await Promise.all([one.close(), two.close()]);
    expect(temporaryFolders()).toEqual(before);
  });

  it('is closed once, after all that was called before, and then answers nothing', async () => {
    const memory = await create(data);
    const stored = memory.call('reflection.store', lesson('just before'));
    await Promise.all([memory.close(), memory.close()]);
    expect((await stored).reflection.taskDescription).toBe('just before');
    expect(await failureOf(memory.call('host.status', {}))).toMatchObject({ code: 'unavailable' });
  });

  it('takes a key once, and only what JSON can hold', async () => {
    const memory = await create(':memory:');
    const [first, second] = [
      await memory.call('reflection.store', lesson('once'), { key: 'k' }),
      await memory.call('reflection.store', lesson('once'), { key: 'k' }),
    ];
    expect(second).toEqual(first);
    const big = { ...lesson('big'), extra: { n: 1n } } as unknown as ReturnType<typeof lesson>;
    expect(await failureOf(memory.call('reflection.store', big))).toMatchObject({ reason: 'malformed' });
    expect((await memory.call('host.status', {})).counts.reflections).toBe(1);
  });
});

describe('a folder that cannot be had', () => {
  it('because a host has it: the program is told to connect', async () => {
    const host = await startHost({ data });
    const refused = await failureOf(create(data));
    expect(refused).toMatchObject({ code: 'unavailable', reason: 'locked' });
    expect(refused.message).toContain(`pid ${host.ready.pid}`);
    expect(refused.hint).toContain('@twicewise/client');
    await host.stop();
    await create(data);
  });

  it('because another memory of this process has it, until that is closed', async () => {
    const first = await create(data);
    expect(await failureOf(create(data))).toMatchObject({ code: 'unavailable', reason: 'locked' });
    await first.close();
    await create(data);
  });

  it('because it holds other files: nothing of it is touched', async () => {
    mkdirSync(data);
    writeFileSync(join(data, 'letter.txt'), '');
    expect(await failureOf(create(data))).toMatchObject({ code: 'refused' });
    expect(readdirSync(data)).toEqual(['letter.txt']);
  });

  it.each([
    ['', {}],
    ['file:///a%2Fb', {}],
    [':memory:', { name: '' }],
  ])('because %j with %o names none', async (place, options) => {
    const before = temporaryFolders();
    expect(await failureOf(create(place, options))).toMatchObject({ code: 'invalid_input' });
    expect(temporaryFolders()).toEqual(before);
  });
});

describe('a process with a memory', () => {
  async function run(args: string[]): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
    const [code] = await once(child, 'close');
    return { code, said };
  }

  it('runs the ten lines of the page, and ends by itself', async () => {
    const { code, said } = await run([join(import.meta.dirname, 'ten-lines.mjs')]);
    expect([code, said]).toEqual([0, 'failure: write a small parser\n']);
  });

  it('ends by itself although it does not close, and leaves nothing behind', async () => {
    const before = temporaryFolders();
    const lines = `import { createMemory } from '@twicewise/memory';
      const memory = await createMemory(':memory:');
      await memory.call('reflection.store', ${JSON.stringify(lesson('left open'))});
      console.log('stored');`;
    expect(await run(['--input-type=module', '--eval', lines])).toEqual({ code: 0, said: 'stored\n' });
    expect(temporaryFolders()).toEqual(before);
    expect(existsSync(data)).toBe(false);
  });
});
