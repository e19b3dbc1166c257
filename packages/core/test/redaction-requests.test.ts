import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor, redactRequest } from '@twicewise/redaction';
import { drawFrom, seeded } from '@twicewise/redaction/secret-samples';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from './harness.ts';

// After redaction a request can still be stored, and is about the same things.

const redactor = createRedactor();
const draw = drawFrom(seeded(31));
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const agent = agentIn(null);

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

describe('what a request is about', () => {
  const uuid = '3f9a1c7e-52d4-4b8e-9c61-7d0e8f2a4b95';

  it('stays when a note calls its id a token: feedback and changes of a lesson', async () => {
    const agent = agentIn('/work/shop', { session: 'mine' });
    const { id } = await test.store({}, agent);
    const note = `token: ${id}, api_key="${id}"`;
    const given = await test.call('memory.feedback', { reflectionId: id, verdict: 'helpful', note }, agent);
    expect(given.counts).toMatchObject({ helpful: 1 });
    const rootCause = `wrong token: ${id}`;
    const { reflection } = await test.call('reflection.update', { id, changes: { rootCause } }, agent);
    expect(reflection).toMatchObject({ id, rootCause });
  });

  it('stays where it says which lessons are meant: what a preview showed is what is changed', async () => {
    const secret = `ghp_${draw.text(ALNUM, 36)}`;
    const selection = { filters: { text: secret, tags: [secret] }, ids: [`password=${secret}`] };
    const { value } = redactRequest(redactor, { selection, change: { kind: 'tags', add: [secret] } });
    expect(value.selection.filters).toEqual(selection.filters);
    expect(JSON.stringify([value.selection.ids, value.change])).not.toContain(secret);
  });

  it('stays when it is a name of your own: session, project, native id', async () => {
    const names = { sessionId: uuid, projectId: `shop-${uuid}`, nativeId: `n-${uuid}` };
    const text = `session token: ${names.sessionId} secret=${names.projectId} API_KEY=${names.nativeId}`;
    const first = await test.store({ ...names, nativeId: 'first' }, agent);
    const { reflection } = await test.call(
      'reflection.store',
      { ...names, taskDescription: text, outcome: 'failure' },
      agent,
    );
    expect(reflection).toMatchObject({ sessionId: first.sessionId, projectId: first.projectId });
    expect(reflection).toMatchObject({ sessionNativeId: uuid, nativeId: names.nativeId });
  });

  it('stays in the items of an episode, and so do links between them', async () => {
    const commitSha = '9f8e7d6c5b4a39281706f5e4d3c2b1a0987654fe';
    const item = 'step-4f7Kq2Zx9w';
    const { episode } = await test.call(
      'episode.store',
      {
        sessionId: 'run-2',
        task: `token: ${commitSha} and token=${item}`,
        decisions: [{ id: item, chosen: 'go on', effects: ['e001'] }],
        events: [{ id: 'e001', type: 'commit', content: 'done', commitSha }],
      },
      agent,
    );
    expect(episode).toMatchObject({
      decisions: [{ id: item }],
      events: [{ commitSha }],
      links: [{ from: item, to: 'e001' }],
    });
  });

  it('never holds a secret for all that: names that do become others, each its own, in all places alike', () => {
    const [one, two] = [1, 2].map(() => `npm_${draw.text(ALNUM, 36)}`) as [string, string];
    const input = {
      sessionId: one,
      decisions: [{ id: one }, { id: two }],
      links: [{ from: one, to: two }],
      extra: { id: one, sessionId: two },
    };
    const { value } = redactRequest(redactor, input);
    const [first, second] = value.decisions.map(({ id }) => id) as [string, string];
    expect(first).toMatch(/^redacted:[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(value).toEqual({
      sessionId: first,
      decisions: [{ id: first }, { id: second }],
      links: [{ from: first, to: second }],
      extra: { id: '[redacted:npm_token]', sessionId: '[redacted:npm_token]' },
    });
  });
});

describe('a name in code that a secret is called by', () => {
  it.each([
    'token = getToken2Async',
    'token: getToken2Async',
    'const secret = await2.readSecret4Env',
    'login(password=get_password2_from_env)',
    'api_key => base64encode',
  ])('is looked for nowhere else: %s', (text) => {
    const others = [text.replace(/^.*[ =]/, ''), 'call getToken2Async, then getToken2AsyncTest', 'base64encode it'];
    const { value } = redactor.redact({ rootCause: text, whatWorked: others });
    expect(value.whatWorked).toEqual(others);
  });

  it('is no part of a longer word, unless something else writes signs there', () => {
    const secret = `hunter2${'abc'}`;
    const kept = [`${secret}Test`, `my${secret}`, `${secret}_old`, `x${secret}y`];
    const gone = [
      `(${secret})`,
      `a\\n${secret}\\n`,
      `p%3D${secret}&x`,
      `\u001b[31m${secret}\u001b[0m`,
      `密${secret}码`,
    ];
    const { value } = redactor.redact({ note: `PASSWORD=${secret}`, kept, gone });
    expect(value.kept).toEqual(kept);
    expect(JSON.stringify(value.gone)).not.toContain(secret);
  });

  it('is looked for when it is quoted, in a variable of the environment, or no name', () => {
    const random = `q${draw.text(ALNUM, 18)}7Zk`;
    for (const text of [`token = "kToken2abc"`, 'API_TOKEN=kToken2abc', `token = ${random}`, `password: ${random}`]) {
      const secret = text.includes(random) ? random : 'kToken2abc';
      const { value } = redactor.redact({ rootCause: text, text: `again ${secret}.` });
      expect(value.text).toBe('again [redacted:secret_value].');
    }
  });
});
