import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readTranscript } from '../../src/transcripts/read-transcript.ts';
import { PLAIN } from './episode/reading.ts';
import { TranscriptBuilder } from './transcript.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tw-shell-drafts-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (builder: TranscriptBuilder) => readTranscript(builder.write(folder), 'claude-code', PLAIN);
const FAILS = 'Exit code 1\nprice.test.js:12: expected 10.00, got 10';

describe('a draft of a session that edits by shell', () => {
  it.each([
    ["cat > src/price.js <<'EOF'\nexport const price = (value) => value.toFixed(2);\nEOF", 'value.toFixed(2)'],
    ["sed -i 's/String(value)/value.toFixed(2)/' src/price.js", '`String(value)` → `value.toFixed(2)`'],
    ['printf "toFixed(2)" | tee src/price.js', 'src/price.js: written anew'],
    ['git apply <<EOF\n--- a/src/price.js\n+++ b/src/price.js\n-String(value)\n+value.toFixed(2)\nEOF', 'toFixed(2)'],
  ])('counts what the shell wrote: %s', async (command, told) => {
    const changed = (write: string) =>
      new TranscriptBuilder()
        .run('c1', 'npm test -- price', FAILS, true)
        .run('c2', write, '')
        .run('c3', 'npm test -- price', 'ok 12 tests');
    expect((await read(changed(command))).findings).toMatchObject([
      { outcome: 'success', whatWorked: [expect.stringContaining(told)] },
    ]);
    // The same holds when one command writes the file and runs the test.
    const atOnce = new TranscriptBuilder()
      .run('c1', 'npm test -- price', FAILS, true)
      .run('c2', `${command}\nnpm test -- price`, 'ok 12 tests');
    expect((await read(atOnce)).findings).toMatchObject([{ whatWorked: [expect.stringContaining('src/price.js')] }]);
    const looked = ['cat src/price.js > /dev/null', 'cat src/price.js 2>&1', 'npm run log > out.log'];
    for (const one of looked) expect((await read(changed(one))).findings).toEqual([]);
  });

  it('does not count what was written behind the run that passed', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'npm test -- price', FAILS, true)
      .run('c2', "npm test -- price && echo 'price: tests green' >> CHANGELOG.md", 'ok 12 tests');
    expect((await read(builder)).findings).toEqual([]);
  });

  it('knows a run that is fed by a pipe', async () => {
    const migrate = "printf 'y\\n' | npm run migrate > migrate.log";
    const builder = new TranscriptBuilder()
      .run('c1', migrate, 'Exit code 1\nmigrations/0040.sql:3: no such column: price', true)
      .run('c2', "sed -i 's/price/cost/' migrations/0040.sql", '')
      .run('c3', migrate, '');
    expect((await read(builder)).findings).toMatchObject([{ whatWorked: [expect.stringContaining('0040.sql')] }]);
  });

  it('counts it for what still fails', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'npm test -- price', FAILS, true)
      .run('c2', "npm run lint && sed -i 's/String(value)/value.toFixed(2)/' src/price.js", '')
      .run('c3', 'npm test -- price', 'ok 12 tests');
    expect((await read(builder)).findings).toMatchObject([{ whatWorked: [expect.stringContaining('src/price.js')] }]);
  });

  it('does not count what stands behind a run that failed', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'npm test -- price', FAILS, true)
      .run('c2', "npm run lint && sed -i 's/a/b/' src/price.js", 'src/price.js:3 missing semicolon', true)
      .run('c3', 'npm test -- price', 'ok 12 tests');
    expect((await read(builder)).findings).toEqual([]);
  });

  it('counts what stands before a run that failed', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'npm test -- price', FAILS, true)
      .run('c2', "sed -i 's/a/b/' src/price.js && npm run lint", 'src/price.js:3 missing semicolon', true)
      .run('c3', 'npm test -- price', 'ok 12 tests');
    expect((await read(builder)).findings).toMatchObject([{ whatWorked: [expect.stringContaining('src/price.js')] }]);
  });

  it('does not count what the shell failed to write', async () => {
    const builder = new TranscriptBuilder()
      .run('c1', 'npm test -- price', FAILS, true)
      .run('c2', "sed -i 's/a/b/' src/price.js", "sed: can't read src/price.js", true)
      .run('c3', 'npm test -- price', 'ok 12 tests');
    expect((await read(builder)).findings).toEqual([]);
  });
});
