import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRedactor } from '../src/redaction/redactor.ts';
import { agentIn, TestCore } from './harness.ts';
import { drawFrom, seeded } from './secret-samples.ts';

// What is taken out of a request leaves a request: one that can be stored, and is about what it was about.

const redactor = createRedactor();
const draw = drawFrom(seeded(31));
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const agent = agentIn('/work/shop');

let test: TestCore;
beforeEach(() => {
  test = new TestCore();
});
afterEach(() => test.remove());

describe('a private key cut off at the end of a field', () => {
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} RSA PRIVATE ${'KEY'}-----`) as [string, string];
  const line = () => `MII${draw.text(`${ALNUM}+/`, 61)}`;
  const lines = [line(), line(), line()];
  const cut = `${begin}\n${lines[0]}`;
  const marker = '[redacted:private_key]';

  it.each([
    ['text', { text: cut }],
    ['whatWorked', { whatWorked: ['kept', cut] }],
    ['tags', { tags: ['deploy', cut] }],
    ['rootCause', { rootCause: cut }],
    ['nextStrategy', { nextStrategy: `try ${cut}` }],
    ['taskDescription', { taskDescription: cut }],
    ['the lines of a list', { tags: [begin, ...lines] }],
  ])('leaves a lesson that is stored: in %s', async (_name, fields) => {
    const input = { taskDescription: 't', outcome: 'failure', kind: 'decision', ...fields } as const;
    const { reflection } = await test.call('reflection.store', input, agent);
    expect(reflection).toMatchObject({ outcome: 'failure', kind: 'decision', state: 'accepted' });
    expect(JSON.stringify(reflection)).toContain(marker);
    for (const part of lines) expect(JSON.stringify(reflection)).not.toContain(part);
  });

  it('leaves an episode that is stored, with its ids, words and links', async () => {
    const { episode } = await test.call(
      'episode.store',
      {
        sessionId: 'run-1',
        task: cut,
        outcome: 'failure',
        decisions: [{ id: 'd001', chosen: cut, outcome: 'failure', effects: ['e001'] }],
        events: [{ id: 'e001', type: 'error', content: cut, commitSha: 'abcdef1' }],
        lessons: ['kept', cut],
      },
      agent,
    );
    expect(episode).toMatchObject({
      task: marker,
      outcome: 'failure',
      decisions: [{ id: 'd001', chosen: marker, outcome: 'failure' }],
      events: [{ id: 'e001', type: 'error', content: marker, commitSha: 'abcdef1' }],
      links: [{ from: 'd001', to: 'e001' }],
      lessons: ['kept', marker],
    });
  });

  it('does not end an import', async () => {
    const path = join(test.folder, 'lessons.jsonl');
    const given = [{ text: cut }, { text: 'fine' }, { whatWorked: ['kept', cut] }, { tags: [begin, ...lines] }];
    const all = given.map((fields, n) => ({ id: `n${n}`, title: 't', outcome: 'failure', ...fields }));
    writeFileSync(path, all.map((one) => JSON.stringify(one)).join('\n'));
    const { job } = await test.call('import.lessons', { path, projectId: 'p' });
    expect(await test.ended(job.id)).toMatchObject({ state: 'done', result: { imported: 4 } });
    expect(JSON.stringify(test.rows('SELECT * FROM reflection'))).not.toContain(lines[0]);
  });

  it('takes nothing from other fields, nor from entries of another list', () => {
    const names = { whatDidNotWork: ['Configuration'], kind: 'lesson', extra: { a: 'Identifier', kind: 'other' } };
    const { value } = redactor.redact({ text: cut, whatWorked: [cut], ...names });
    expect(value).toEqual({ text: marker, whatWorked: [marker], ...names });
    expect(redactor.redact({ whatWorked: [begin], ...names }).value).toMatchObject(names);
  });

  it('leaves entries that follow one which only speaks of a key', () => {
    const others = ['UseThePackageJsonWorkspace', 'AnotherCamelCaseIdentifierHere', 'Base64Url2Decoder'];
    for (const first of [`grep for ${begin}`, cut.slice(0, -8), `${begin}${end}`]) {
      for (const last of [[], [`then look for ${end}`]]) {
        const { value } = redactor.redact({ whatWorked: [first, ...others, ...last] });
        expect(value.whatWorked.slice(1, 4)).toEqual(others);
      }
    }
  });

  it('goes from a list whose closing line is there, short lines and headers included', () => {
    const headers = ['Proc-Type: 4,ENCRYPTED', `DEK-Info: AES-128-CBC,${draw.text('0123456789ABCDEF', 32)}`];
    for (const parts of [
      [begin, 'Qx7+a==', end],
      [begin, lines[0], end],
      [begin, ...headers, ...lines, 'aB==', end],
    ]) {
      const { value } = redactor.redact({ extra: { deep: [{ parts: ['before', ...parts, 'after'] }] } });
      expect(value.extra.deep[0]?.parts).toEqual(['before', ...parts.map(() => marker), 'after']);
    }
  });
});
