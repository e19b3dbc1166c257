import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Caller, contract, type OperationName } from '@twicewise/contract';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { agentIn, person, TestCore } from './harness.ts';

// Every command of the contract, with a secret in each of its texts: no secret may reach a file, the log or an answer, whatever
// kind of handler runs the command.

/** A token in the format of a well-known vendor, with letters that do not occur elsewhere by chance. */
const SECRET = `ghp_${'Qw7Lm2Zx9Rt4Vb6Nc1Yh8Kd3Sf5Gj0Pa2Ue4'.slice(0, 36)}`;
const TEXT = `the deploy used ${SECRET} and failed`;
const agent = agentIn('/work/shop');

const isCommand = (name: string): name is OperationName => contract[name as OperationName].kind === 'command';
const COMMANDS = Object.keys(contract).filter(isCommand);

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
}

/** Paths of texts that a caller writes freely, such as `decisions.0.context`. Texts with a fixed form are left out. */
function textsOf(name: OperationName): string[] {
  const whole = z.toJSONSchema(contract[name].input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const found = new Set<string>();
  const visit = (schema: Schema, path: string[]): void => {
    if (path.length > 5) return;
    const ref = schema.$ref?.split('/').at(-1);
    if (ref) visit(whole.$defs?.[ref] ?? {}, path);
    for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) visit(one, path);
    const isFree = schema.type === 'string' && !schema.enum && schema.const === undefined && !schema.pattern;
    if (isFree) found.add(path.join('.'));
    if (schema.items) visit(schema.items, [...path, '0']);
    for (const [key, one] of Object.entries(schema.properties ?? {})) visit(one, [...path, key]);
    if (typeof schema.additionalProperties === 'object') visit(schema.additionalProperties, [...path, 'free']);
  };
  visit(whole, []);
  return [...found];
}

type Json = Record<string, unknown>;

/** The input with a text at a path; missing lists and objects on the way are created. */
function withText(input: Json, path: string, text: string): Json {
  const copy = structuredClone(input);
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let at: Json = copy;
  for (const [index, step] of steps.entries()) {
    at[step] ??= (steps[index + 1] ?? last) === '0' ? [] : {};
    at = at[step] as Json;
  }
  at[last] = text;
  return copy;
}

/**
 * Paths of fields that name a file or folder. They are used to find it and are not stored as text, so a secret in them is not
 * free text.
 */
const PLACES = /(?:^|\.)(?:path|log|transcript)$/;

/** Paths of ids of existing records, and of words from closed lists: a command with another text there is refused. */
const NAMES = /(?:^|\.)(?:id|projectId|sessionId|effects\.0|causedBy\.0|leadsTo\.0|from|to|type|kind|system)$/;

let test: TestCore;
const ids: Record<string, string> = {};
beforeAll(async () => {
  test = new TestCore();
  const lesson = await test.store({ taskDescription: 'one' }, agent);
  const other = await test.store({ taskDescription: 'two' }, agent);
  const { session } = await test.call('session.start', { sessionId: 'run', goal: 'a goal' }, agent);
  const content = { task: 'a task', outcome: 'failure' as const };
  const { episode } = await test.call('episode.store', { sessionId: 'run', ...content }, agent);
  const { view } = await test.call('view.save', { name: 'mine', screen: 'lessons', query: 'x' });
  Object.assign(ids, { lesson: lesson.id, other: other.id, session: session.id, episode: episode.id, view: view.id });
  const told = { sessionId: 'run', context: [{ kind: 'task', text: 'a task' }] };
  const { turn } = await test.call('turn.save', told, agent);
  Object.assign(ids, { project: lesson.projectId, turn: turn.id });
});
afterAll(() => test.remove());

let runs = 0;
/** A complete episode, so that any of its texts can be replaced. */
const items = () => ({
  decisions: [{ id: 'd1', type: 'strategy', chosen: 'a way', outcome: 'failure' }],
  events: [{ id: 'e1', type: 'error', content: 'it broke' }],
  links: [{ from: 'd1', to: 'e1', relation: 'causes' }],
  memoryRefs: [{ system: 'other', name: 'a name' }],
});

const cut = () => ({ head: 'x', tail: '', bytes: 1 });
/** Content of an attempt in which any text can be replaced. */
const tried = () => ({
  actor: { actions: [{ type: 'other' }] },
  checks: [{ kind: 'lint', verdict: 'fail', output: cut(), errorOutput: cut() }],
  errors: [{ message: 'it broke', stackTrace: cut() }],
  reflection: {},
  calls: [{ tool: 'edit', outcome: 'success', output: cut() }],
  feedback: [{ text: 'go on' }],
});

const part = () => ({ kind: 'task', text: 'a task' });
/** What a turn is made of, in which any text can be replaced. */
const turnParts = () => ({ context: [part()], reply: [part()], calls: [{ tool: 'edit' }], rounds: [{}] });

/** What a command needs besides the text, so that it is performed. */
const needed: Partial<Record<OperationName, () => Json>> = {
  'reflection.store': () => ({ taskDescription: 'a task', outcome: 'failure' }),
  'reflection.update': () => ({ id: ids.lesson, changes: {} }),
  'memory.feedback': () => ({ reflectionId: ids.lesson, verdict: 'helpful' }),
  'project.setChecks': () => ({ id: ids.project, checks: ['just gate'] }),
  'project.rename': () => ({ id: ids.project, name: 'shop' }),
  'session.start': () => ({ sessionId: 'run' }),
  'session.end': () => ({ sessionId: 'run' }),
  'session.note': () => ({ sessionId: 'run' }),
  'episode.store': () => ({ sessionId: `run-${++runs}`, task: 'a task', outcome: 'failure', ...items() }),
  'episode.update': () => ({ id: ids.episode, changes: items() }),
  'attempt.record': () => ({ projectId: 'shop', task: 'a task', outcome: 'failure', content: tried() }),
  'turn.save': () => ({ sessionId: `run-${++runs}`, summary: { text: 'said' }, ...turnParts() }),
  'turn.summarise': () => ({ id: ids.turn, text: 'said' }),
  'causal.assert': () => ({
    from: { kind: 'decision', text: 'cache nothing' },
    to: { kind: 'problem', text: 'slow pages' },
    relation: 'causes',
    note: 'seen',
  }),
  'pattern.assert': () => ({
    pattern: { kind: 'task', trigger: 'Pages of the shop load slowly', action: 'Cache rendered pages for a minute' },
    note: '',
  }),
  'view.save': () => ({ name: 'another', screen: 'lessons', query: 'y' }),
  'view.rename': () => ({ id: ids.view, name: 'mine' }),
};

function filesWith(text: string): string[] {
  const files = readdirSync(test.folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.map((file) => join(file.parentPath, file.name)).filter((path) => readFileSync(path).includes(text));
}

/**
 * Commands that store no text of their caller: their texts select records, name a file, or must repeat what a preview returned.
 */
const KEEP_NO_TEXT: readonly string[] = [
  ...[
    'reflection.changeMany',
    'episode.changeMany',
    'reflection.mergeMany',
    'reflection.purge',
    'episode.purge',
    'attempt.purge',
    'turn.purge',
    'session.purge',
    'turn.prune',
    'project.merge',
    'session.capture',
    'episode.renameRef',
  ],
  ...[
    'episode.extract',
    'import.episodes',
    'import.lessons',
    'import.loops',
    'import.turns',
    'import.history',
    'operation.undoMany',
    'bundle.export',
  ],
  ...['bundle.import', 'settings.set', 'backup.restore', 'client.apply'],
];

const SPOKEN = COMMANDS.map((name) => [name, textsOf(name).filter((place) => !PLACES.test(place))] as const);

describe.each(SPOKEN.filter(([, places]) => places.length > 0))('%s', (name, places) => {
  it('keeps and answers no secret, in whatever text it is', async () => {
    verifies('T35', 'P13', 'B1-20');
    const carriedOut: string[] = [];
    for (const place of places) {
      for (const caller of [agent, person]) {
        // Another text each time, because a name can be given only once.
        const input = withText(needed[name]?.() ?? {}, place, `${++runs} ${TEXT}`);
        const answer = await test.envelope(name, input, caller);
        if (answer.ok) carriedOut.push(place);
        expect(JSON.stringify(answer), place).not.toContain(SECRET);
      }
      expect(filesWith(SECRET), place).toEqual([]);
    }
    expect(test.logged.join('\n')).not.toContain(SECRET);
    const refused = places.filter((place) => !carriedOut.includes(place));
    // Otherwise nothing was stored that could contain it.
    expect(needed[name] === undefined).toBe(KEEP_NO_TEXT.includes(name));
    if (needed[name]) expect(refused.filter((place) => !NAMES.test(place))).toEqual([]);
  });
});

it('keeps no secret in what a program calls itself', async () => {
  verifies('T35', 'P13', 'B1-20');
  const called = (secret: string): Caller => ({
    ...agent,
    door: 'mcp',
    author: { kind: 'agent', name: `agent with ${secret}` },
    client: `program 1.0 with ${secret}`,
  });
  const lesson = { taskDescription: 'Rotate the keys of the deploy', outcome: 'failure' as const };
  const { reflection } = await test.call('reflection.store', lesson, called(SECRET));
  const { hits } = await test.call('reflection.search', { taskDescription: 'rotate the deploy keys' }, called(SECRET));
  expect(hits.map((hit) => hit.reflection.id)).toEqual([reflection.id]);
  expect(reflection.author.name).toMatch(/^agent with .*redacted/i);
  // Programs that differ in their secrets alone stay two, and one stays the same.
  const names = [SECRET, SECRET, SECRET.replace('Qw7', 'Zt3')].map(async (secret, index) => {
    const another = { ...lesson, taskDescription: `Another ${index}` };
    return (await test.call('reflection.store', another, called(secret))).reflection.author.name;
  });
  const [same, again, other] = await Promise.all(names);
  expect([same, again]).toEqual([reflection.author.name, reflection.author.name]);
  expect(other).not.toBe(same);
  expect(filesWith(SECRET)).toEqual([]);
  expect(JSON.stringify([reflection, hits, await test.call('operation.list', {})])).not.toContain(SECRET);
});

it('cuts what a program calls itself only after its secrets are gone, and shows its connection without them', async () => {
  verifies('T35', 'P13', 'B1-20');
  const name = `${'p'.repeat(105)} ${SECRET} ${'q'.repeat(200)}`;
  const caller: Caller = { ...agent, door: 'mcp', author: { kind: 'agent', name }, client: name };
  const lesson = { taskDescription: 'Cut the name of a program', outcome: 'failure' as const };
  const { author } = (await test.call('reflection.store', lesson, caller)).reflection;
  expect(author.name).toHaveLength(120);
  expect(author.name).not.toContain(SECRET.slice(0, 8));
  const connection = { door: 'mcp' as const, client: name, project: null, since: new Date(test.now).toISOString() };
  const facts = {
    pid: 1,
    epoch: 'test',
    startedAt: connection.since,
    dataFolder: test.folder,
    connections: [connection],
  };
  const connected = new TestCore({ hostFacts: () => facts });
  const { connections } = await connected.call('host.status', {});
  expect(connections).toEqual([{ ...connection, client: author.name }]);
  await connected.remove();
});
