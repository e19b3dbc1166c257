import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestCore } from '../harness.ts';

// Transcripts are JSON Lines, as files of lessons are: what is given to the wrong import says which is the right one.

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

/** Two records of Claude Code, made by hand. */
const CLAUDE = ['user', 'assistant'].map((type, index) => ({
  ...{ type, uuid: `u${index}`, timestamp: `2026-02-01T10:00:0${index}Z`, sessionId: 'session-1', version: '2.1.42' },
  ...{
    cwd: '/work/shop',
    isSidechain: false,
    message: { role: type, content: [{ type: 'text', text: 'Mend the pool' }] },
  },
}));

function file(lines: readonly object[]): string {
  const path = join(test.folder, 'lines.jsonl');
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'));
  return path;
}

async function errorOf(path: string, skipBad = false) {
  const { job } = await test.call('import.lessons', { path, projectId: 'p', skipBad });
  return (await test.ended(job.id)).error;
}

describe('a transcript that is imported as lessons', () => {
  const isNamed = async (path: string, agent: string) => {
    for (const skipBad of [false, true]) {
      const error = await errorOf(path, skipBad);
      expect(error?.message).toBe(`This is no file of lessons but a transcript of ${agent}; nothing was imported.`);
      expect(error?.hint).toContain(`--${agent}`);
    }
    expect(test.rows('SELECT COUNT(*) AS n FROM reflection')).toEqual([{ n: 0 }]);
  };

  it.each([
    ['codex', 'codex-0.169.0.jsonl'],
    ['gemini', 'gemini-0.61.0.jsonl'],
    ['qwen', 'qwen-0.24.4.jsonl'],
  ])('is known where %s wrote it, and the import for it is named', async (agent, name) => {
    await isNamed(join(import.meta.dirname, 'genuine', name), agent);
  });

  it('is known where Claude Code wrote it', async () => {
    await isNamed(file(CLAUDE), 'claude-code');
  });

  it('is not seen in lines that only look a little like one', async () => {
    const lines = ['Restart the host', 'Wait for it'].map((message) => ({ sessionId: 's', type: 'note', message }));
    const error = await errorOf(file(lines));
    expect(error?.message).toMatch(/^2 lines are bad; nothing was imported\. line 1:/);
  });
});
