import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/transcripts/read-transcript.ts';
import { PLAIN } from './episode/reading.ts';
import { TranscriptBuilder } from './transcript.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-in-project-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (builder: TranscriptBuilder) => readTranscript(builder.write(folder), 'claude-code', PLAIN);

describe('a draft', () => {
  it('names paths from the folder of its session on', async () => {
    const error = 'Exit code 1\n/work/shop/test/price.test.js:12: expected 10.00, got 10';
    const builder = new TranscriptBuilder({ cwd: '/work/shop' })
      .run('c1', 'cd /work/shop && npm test', error, true)
      .say('The file /work/shop/src/price.js drops zeros: price.test.js expected 10.00.')
      .edit('e1', '/work/shop/price.js', 'String(price)', 'price.toFixed(2)')
      .run('c2', 'npm test', 'ok 12 tests');
    const { findings } = await read(builder);
    expect(findings).toMatchObject([
      {
        taskDescription: '`npm test` fails: test/price.test.js:12: expected 10.00, got 10',
        whatWorked: ['price.js: `String(price)` → `price.toFixed(2)`'],
        rootCause: 'The file src/price.js drops zeros: price.test.js expected 10.00.',
      },
    ]);
    expect(JSON.stringify(findings)).not.toContain('/work');
  });

  it.each([
    ['of another folder', '/work/shop-old/price.js'],
    ['above it', '/home/work/shop/price.js'],
  ])('keeps a path %s', async (_where, path) => {
    const builder = new TranscriptBuilder({ cwd: '/work/shop' })
      .run('c1', 'npm test', `Exit code 1\n${path}:12: expected 10.00, got 10`, true)
      .edit('e1', 'price.js', 'String(price)', 'price.toFixed(2)')
      .run('c2', 'npm test', 'ok 12 tests');
    expect((await read(builder)).findings).toMatchObject([
      { taskDescription: `\`npm test\` fails: ${path}:12: expected 10.00, got 10` },
    ]);
  });

  it('of a session in the root of a disk keeps its paths', async () => {
    const builder = new TranscriptBuilder({ cwd: '/' })
      .run('c1', 'npm test', 'Exit code 1\n/work/price.js:12: expected 10.00, got 10', true)
      .edit('e1', '/work/price.js', 'String(price)', 'price.toFixed(2)')
      .run('c2', 'npm test', 'ok 12 tests');
    expect((await read(builder)).findings).toMatchObject([
      { taskDescription: '`npm test` fails: /work/price.js:12: expected 10.00, got 10' },
    ]);
  });
});
