import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope, Operation, OutputOf } from '@twicewise/contract';
import { asPage, COMMAND, type HostProcess, httpSend, runCommand, startAgent, startHost } from '@twicewise/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agentAround, commandAsker } from '../src/callers.ts';

/** The program that runs a command in a terminal. */
const SCRIPT = '/usr/bin/script';

let host: HostProcess;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.stop());

let count = 0;
const lesson = () => ({ taskDescription: `who wrote lesson ${++count}`, outcome: 'success', projectId: 'callers' });

/** Who stored the lesson of an envelope, according to the operations log. */
async function writer(envelope: Envelope): Promise<Pick<Operation, 'author' | 'client' | 'door'>> {
  if (!envelope.ok) throw new Error(envelope.error.message);
  const { operationId } = envelope.value as OutputOf<'reflection.store'>;
  const { items } = await host.client.call('operation.list', { limit: 50 });
  const found = items.find(({ id }) => id === operationId);
  if (!found) throw new Error('the history does not know it');
  const { author, client, door } = found;
  return { author, client, door };
}

async function byCommand(options: string[], environment: NodeJS.ProcessEnv = {}): Promise<Envelope> {
  const args = ['call', 'reflection.store', JSON.stringify(lesson()), '--data', host.ready.data, ...options];
  const { stdout } = await runCommand(args, { env: { ...process.env, ...environment } });
  return JSON.parse(stdout) as Envelope;
}

/** Runs the command as a person types it: its input and output are a terminal. */
async function atTerminal(environment: NodeJS.ProcessEnv = {}): Promise<Envelope> {
  const args = [COMMAND, 'call', 'reflection.store', JSON.stringify(lesson()), '--data', host.ready.data];
  const line = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const { stdout } = spawnSync(SCRIPT, ['-qec', line, '/dev/null'], { env: { ...process.env, ...environment } });
  return JSON.parse(stdout.toString('utf8').trim()) as Envelope;
}

function byHttp(headers: Record<string, string>): Promise<Envelope> {
  return httpSend(host.ready.api, host.ready.token, headers)('reflection.store', lesson());
}

describe('on the command line', () => {
  it('a script is the program that it is', async () => {
    expect(await writer(await byCommand([]))).toEqual({
      author: { kind: 'agent', name: 'twicewise cli' },
      client: 'twicewise cli',
      door: 'cli',
    });
  });

  it('an agent with a shell is that agent', async () => {
    expect(await writer(await byCommand([], { CLAUDECODE: '1' }))).toEqual({
      author: { kind: 'agent', name: 'claude-code' },
      client: 'twicewise cli, run by claude-code',
      door: 'cli',
    });
  });

  it('whoever says --as-person is a person, and the history keeps that and who ran it', async () => {
    const person = { author: { kind: 'person' }, door: 'cli' };
    const plain = await writer(await byCommand(['--as-person']));
    expect(plain).toMatchObject({ ...person, client: 'twicewise cli --as-person' });
    const said = await writer(await byCommand(['--as-person'], { CODEX_SANDBOX: 'seatbelt' }));
    expect(said).toMatchObject({ ...person, client: 'twicewise cli --as-person, run by codex' });
  });

  it.skipIf(!existsSync(SCRIPT))('a person at a terminal is one, and an agent with a terminal is none', async () => {
    const typed = await writer(await atTerminal());
    expect(typed).toMatchObject({ author: { kind: 'person' }, client: 'twicewise cli at a terminal' });
    const driven = await writer(await atTerminal({ GEMINI_CLI: '1' }));
    expect(driven).toMatchObject({ author: { kind: 'agent', name: 'gemini-cli' } });
  });

  it('is told the same, whoever asks and wherever the answer goes', async () => {
    const search = (more: string[]) =>
      runCommand(['search', 'who wrote lesson', '--json', '--data', host.ready.data, ...more], { cwd: '/' });
    const ids = ({ stdout }: { stdout: string }) =>
      (JSON.parse(stdout) as { value: OutputOf<'reflection.search'> }).value.hits.map((hit) => hit.reflection.id);
    const [script, person] = await Promise.all([search([]), search(['--as-person'])]);
    expect(ids(script)).toEqual(ids(person));
    expect(ids(script).length).toBeGreaterThan(0);
    const { items } = await host.client.call('exposure.recent', {});
    expect(items).toEqual([]);
  });

  it('an import by a script works, and is an import', async () => {
    const file = join(host.ready.data, 'lessons.jsonl');
    writeFileSync(file, `${JSON.stringify({ id: 'one', title: 'brought in by a script' })}\n`);
    const { code } = await runCommand(['import', file, '--project', 'brought', '--data', host.ready.data]);
    expect(code).toBe(0);
    const { items } = await host.client.call('reflection.list', { projectId: 'brought' });
    expect(items).toMatchObject([{ author: { kind: 'importer', name: 'lessons' }, state: 'accepted' }]);
  });
});

describe('over HTTP', () => {
  it('a page of ours in a browser is a person', async () => {
    const found = await writer(await byHttp({ ...asPage(host.ready.api), 'user-agent': 'Mozilla/5.0' }));
    expect(found).toMatchObject({ author: { kind: 'person' }, client: 'Mozilla/5.0', door: 'http' });
  });

  it.each([
    ['nothing but the token', {}],
    ['an origin that any program can name', { origin: 'own' }],
    ['a browser that was led here from elsewhere', { origin: 'own', 'sec-fetch-site': 'same-site' }],
  ])('a program with the token is a program: %s', async (_name, headers) => {
    const own = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key, value === 'own' ? origin() : value]),
    );
    expect(await writer(await byHttp({ ...own, 'user-agent': 'curl/8.0' }))).toEqual({
      author: { kind: 'agent', name: 'http' },
      client: 'curl/8.0',
      door: 'http',
    });
  });

  it('a program that says so speaks for its person, and the history keeps that', async () => {
    const found = await writer(await byHttp({ 'twicewise-as-person': 'yes', 'user-agent': 'curl/8.0' }));
    expect(found).toMatchObject({ author: { kind: 'person' }, client: 'twicewise-as-person, curl/8.0' });
  });

  const origin = () => new URL(host.ready.api).origin;
});

it('an agent over MCP is an agent', async () => {
  const agent = await startAgent({ data: host.ready.data, project: 'callers' });
  const { projectId: _own, ...told } = { ...lesson(), nextStrategy: 'go on' };
  const answer = await agent.tool('reflection_store', told);
  await agent.close();
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  const { items } = await host.client.call('operation.list', { limit: 1 });
  expect(items).toMatchObject([{ author: { kind: 'agent' }, door: 'mcp' }]);
});

describe('an unproved caller', () => {
  const doors: [string, (name: string, input: object) => Promise<Envelope>][] = [
    ['http', (name, input) => httpSend(host.ready.api, host.ready.token, {})(name, input)],
    [
      'cli',
      async (name, input) => {
        const { stdout } = await runCommand(['call', name, JSON.stringify(input), '--data', host.ready.data]);
        return JSON.parse(stdout) as Envelope;
      },
    ],
  ];

  it.each(doors)('%s: says as much as an agent, and decides nothing', async (_name, send) => {
    const cause = { kind: 'decision', text: `no retries ${++count}` };
    const claim = { projectId: 'callers', from: cause, to: { kind: 'error', text: 'it broke' }, note: 'seen' };
    const asserted = await send('causal.assert', { ...claim, relation: 'causes' });
    expect(asserted).toMatchObject({ ok: true, value: { claim: { basis: 'asserted_by_agent' } } });
    const { reflection } = await host.client.call('reflection.store', {
      ...lesson(),
      outcome: 'success',
      state: 'draft',
    });
    const refused = { ok: false, error: { code: 'refused' } };
    expect(await send('reflection.setState', { id: reflection.id, state: 'accepted' })).toMatchObject(refused);
    expect(await send('reflection.delete', { id: reflection.id })).toMatchObject(refused);
    expect(await send('settings.set', { changes: { 'review.agentWritesAreDrafts': true } })).toMatchObject(refused);
    expect(await send('client.list', {})).toMatchObject(refused);
    // What does no harm still works.
    expect(await send('backup.create', {})).toMatchObject({ ok: true });
    expect(await send('settings.set', { changes: { 'remind.enabled': true } })).toMatchObject({ ok: true });
  });
});

it('what runs an agent is told from an editor in which a person types', () => {
  const named = (environment: NodeJS.ProcessEnv) => agentAround(environment);
  expect(named({ CURSOR_AGENT: '1' })).toBe('cursor');
  expect(named({ CLAUDECODE: '0' })).toBeNull();
  expect(named({ AI_AGENT: 'devin@1' })).toBe('devin@1');
  expect(named({ AGENT: '1' })).toBe('agent');
  expect(named({ CURSOR_TRACE_ID: 'x', TERM_PROGRAM: 'vscode' })).toBeNull();
  const asker = { saysPerson: false, isAtTerminal: true, environment: { AGENT: 'x'.repeat(5000) } };
  expect(commandAsker(asker).author.name.length).toBeLessThanOrEqual(2000);
});
