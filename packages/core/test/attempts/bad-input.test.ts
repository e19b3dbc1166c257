import { type OperationName, PRODUCT } from '@twicewise/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dump, TestCore } from '../harness.ts';

let test: TestCore;
beforeEach(async () => {
  test = new TestCore();
  await test.call('attempt.record', { projectId: 'shop', sessionId: 's', task: 'Add up', outcome: 'failure' });
});
afterEach(() => test.remove());

const parsed = (text: string) => JSON.parse(text) as object;
const proto = parsed('{"__proto__": {"polluted": true}}');
const named = (name: string) => parsed(`{"${name}": 1}`);
const long = 'x'.repeat(65_537);

const attempt = { projectId: 'shop', sessionId: 's', task: 'Add up', outcome: 'failure' };
const check = { kind: 'lint', verdict: 'fail' };
const withContent = (content: object) => ({ ...attempt, content });
const note = { sessionId: 's', projectId: 'shop', goal: 'Add up' };
const ofSession = { sessionId: 's', projectId: 'shop' };
const checks = { id: 'shop', checks: ['just gate'] };

const ending = PRODUCT.bundleExtension;
const exported = { digest: 'x', selection: { everything: true } };

/** What each operation is given, and a word that its error must have. */
const BAD: [name: OperationName, what: string, input: unknown, word: string | RegExp][] = [
  ['attempt.record', 'half a record', { task: 'Add up' }, 'outcome'],
  ['attempt.record', 'a blank task', { ...attempt, task: '' }, 'task'],
  ['attempt.record', 'a number for the task', { ...attempt, task: 7 }, 'task'],
  ['attempt.record', 'half an ordinal', { ...attempt, ordinalNative: 0.5 }, 'ordinalNative'],
  ['attempt.record', 'a list for the content', { ...attempt, content: [] }, 'content'],
  ['attempt.record', 'a text for the checks', withContent({ checks: 'passed' }), 'content.checks'],
  ['attempt.record', 'a verdict of other words', withContent({ checks: [{ ...check, verdict: 'ok' }] }), 'verdict'],
  ['attempt.record', 'fewer than no tests', withContent({ checks: [{ ...check, counts: { passed: -1 } }] }), 'passed'],
  [
    'attempt.record',
    'a place before the first',
    withContent({ reflection: { failingActions: [-1] } }),
    /failingActions/,
  ],
  ['attempt.record', 'certainty above 1', withContent({ reflection: { confidence: 1.1 } }), 'confidence'],
  ['attempt.record', 'a currency of no country', withContent({ cost: { amount: 1, currency: 'euro' } }), 'currency'],
  ['attempt.record', 'a strategy beyond 64 KB', { ...attempt, strategy: long }, '65536'],
  ['attempt.record', 'too many errors', withContent({ errors: Array(2001).fill({ message: 'x' }) }), /errors/],
  ['attempt.record', 'half a surrogate pair', { ...attempt, task: 'a\ud800' }, 'surrogate'],
  ['attempt.record', 'half a pair in an insight', withContent({ reflection: { insights: ['\udc00'] } }), 'surrogate'],
  ['attempt.record', 'NUL in a file name', withContent({ actor: { filesModified: ['a\0b'] } }), 'U+0000'],
  ['attempt.record', 'NUL in a command', withContent({ checks: [{ ...check, command: 'a\0b' }] }), 'U+0000'],
  ['attempt.record', 'a prototype name', { ...attempt, ...named('constructor') }, 'constructor'],
  ['attempt.record', 'a measured field', withContent({ edits: [] }), 'edits'],
  ['attempt.record', 'another prototype name', withContent({ reflection: named('hasOwnProperty') }), 'hasOwnProperty'],
  ['attempt.record', 'a lesson that is none', { ...attempt, lessonIds: ['__proto__'] }, 'lessonIds'],
  ['attempt.list', 'a cursor of no list', { cursor: 'x' }, 'cursor'],
  ['attempt.list', 'a word for a limit', { limit: 'all' }, 'limit'],
  ['attempt.list', 'an identity of no task', { taskIdentity: '__proto__' }, 'taskIdentity'],
  ['attempt.get', 'an id of another kind', { id: 'refl_01ARZ3NDEKTSV4RRFFQ69G5FAV' }, 'id'],
  ['attempt.window', 'an unknown policy', { ...ofSession, policy: 'constructor' }, 'policy'],
  ['attempt.window', 'no place', { ...ofSession, capacity: 0 }, 'capacity'],
  ['attempt.window', 'places without end', { ...ofSession, capacity: 1e9 }, 'capacity'],
  ['attempt.window', 'a capacity by a prototype', { ...ofSession, capacity: '__proto__' }, 'capacity'],
  ['attempt.window', 'a budget of nothing', { ...ofSession, budget: 0 }, 'budget'],
  ['attempt.window', 'an unknown field', { ...ofSession, size: 3 }, 'size'],
  ['attempt.window', 'a prototype name', { ...ofSession, ...named('toString') }, 'toString'],
  ['attempt.window', 'a session in half a pair', { sessionId: '\ud800' }, 'surrogate'],
  ['attempt.context', 'a budget of nothing', { ...ofSession, budget: 0 }, 'budget'],
  ['attempt.context', 'a budget without end', { ...ofSession, budget: 1e9 }, 'budget'],
  ['attempt.context', 'a goal that is a list', { ...ofSession, goal: [] }, 'goal'],
  ['attempt.context', 'a goal beyond a million letters', { ...ofSession, goal: 'x'.repeat(1_000_001) }, 'goal'],
  ['attempt.context', 'an unknown field', { ...ofSession, cursor: 'x' }, 'cursor'],
  ['attempt.analysis', 'neither session nor task', { projectId: 'shop' }, 'session'],
  ['import.lessons', 'a path with NUL', { path: '/tmp/a\0b' }, 'no file'],
  ['import.lessons', 'a name of 300 letters', { path: `/tmp/${'a'.repeat(300)}` }, 'no file'],
  ['bundle.preview', 'a path with NUL', { path: '/tmp/a\0b' }, 'no file'],
  ['bundle.preview', 'a name of 300 letters', { path: `/tmp/${'a'.repeat(300)}` }, 'no file'],
  ['bundle.export', 'a path with NUL', { ...exported, path: `/tmp/a\0b${ending}` }, 'NUL'],
  ['bundle.export', 'a name of 300 letters', { ...exported, path: `/tmp/${'a'.repeat(300)}${ending}` }, /./],
  ['import.history', 'a path with NUL', { path: '/tmp/a\0b' }, 'no transcripts'],
  ['import.loops', 'no path', {}, 'path'],
  ['import.loops', 'a list of paths', { path: ['/a'] }, 'path'],
  ['import.loops', 'a path that depends on where one is', { path: 'loops' }, 'absolute'],
  ['import.loops', 'a path with NUL', { path: '/tmp/a\0b' }, 'nothing at'],
  ['import.loops', 'a path that nobody has', { path: '/nowhere/at all' }, 'nowhere'],
  ['import.loops', 'a path of 5 KB', { path: `/${'a'.repeat(5000)}` }, 'path'],
  ['import.loops', 'an unknown field', { path: '/tmp', agent: 'x' }, 'agent'],
  ['project.setChecks', 'a text for the list', { ...checks, checks: 'just gate' }, 'checks'],
  ['project.setChecks', 'a blank check', { ...checks, checks: [' '] }, 'checks'],
  ['project.setChecks', 'a check of 201 bytes', { ...checks, checks: ['x'.repeat(201)] }, '200'],
  ['project.setChecks', 'too many', { ...checks, checks: Array(21).fill('just gate') }, 'checks'],
  ['project.setChecks', 'half a surrogate pair', { ...checks, checks: ['just \ud800'] }, 'surrogate'],
  ['project.setChecks', 'NUL', { ...checks, checks: ['just\0gate'] }, 'U+0000'],
  ['project.setChecks', 'an unknown project', { ...checks, id: '__proto__' }, '__proto__'],
  ['project.setChecks', 'a prototype name', { ...checks, ...named('valueOf') }, 'valueOf'],
  ['session.note', 'no word', { sessionId: 's', projectId: 'shop', goal: ' ' }, 'goal'],
  ['session.note', 'a list for a text', { ...note, goal: ['Add up'] }, 'goal'],
  ['session.note', 'a goal beyond its size', { ...note, goal: long }, 'goal'],
  ['session.note', 'half a surrogate pair', { ...note, goal: 'a\udfff' }, 'surrogate'],
  ['session.note', 'NUL', { ...note, goal: 'a\0b' }, 'U+0000'],
  ['session.note', 'an unknown part', { ...note, mood: 'good' }, 'mood'],
  ['session.note', 'a prototype name', { ...note, ...named('constructor') }, 'constructor'],
  ['session.notes', 'a cursor of no list', { id: 's', projectId: 'shop', cursor: '%%%' }, 'cursor'],
];

describe('bad input about attempts', () => {
  it.each(BAD)('%s is refused with what is wrong, and changes nothing: %s', async (name, _what, input, word) => {
    const before = dump(test);
    const failure = await test.fail(name, input);
    expect(['invalid_input', 'not_found']).toContain(failure.code);
    expect(failure.message).toMatch(word);
    expect(failure.hint).toBeTruthy();
    expect(failure.message.length + failure.hint.length).toBeLessThan(6000);
    expect(failure.message).not.toContain('    at ');
    expect(dump(test)).toBe(before);
    expect(test.logged).toEqual([]);
  });

  it('is none of what may be said: the same calls without the fault succeed (control)', async () => {
    for (const [name, input] of [
      ['attempt.record', withContent({ checks: [check] })],
      ['attempt.window', ofSession],
      ['attempt.context', ofSession],
      ['project.setChecks', checks],
      ['session.note', note],
    ] as const) {
      expect(await test.envelope(name, input), name).toMatchObject({ ok: true });
    }
  });

  it('is a transcript at a path that no file can have: nothing is read', async () => {
    for (const transcript of ['/tmp/a\0b.jsonl', `/tmp/${'a'.repeat(300)}.jsonl`]) {
      const asked = { agent: 'claude-code', sessionId: 's', transcript };
      expect(await test.call('session.capture', asked)).toEqual({ job: null, left: 'unfit_file' });
    }
    expect(test.logged).toEqual([]);
  });

  it('named __proto__ is refused or left out, and no prototype gets it', async () => {
    const inner = { ...attempt, content: { calls: [{ tool: 'x', outcome: 'error', params: proto }] }, extra: proto };
    for (const [name, input] of [
      ['attempt.record', inner],
      ['attempt.record', Object.assign(parsed('{"__proto__": 1}'), attempt)],
      ['attempt.window', parsed('{"sessionId": "s", "__proto__": {"polluted": true}}')],
      ['attempt.context', parsed('{"sessionId": "s", "__proto__": {"polluted": true}}')],
      ['project.setChecks', parsed('{"id": "shop", "checks": [], "__proto__": {"polluted": true}}')],
      ['session.note', parsed('{"sessionId": "s", "goal": "x", "__proto__": {"polluted": true}}')],
    ] as const) {
      const answer = await test.envelope(name, input);
      if (!answer.ok) expect(answer.error.code, name).toBe('invalid_input');
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    }
    const { items } = await test.call('attempt.list', { sessionId: 's' });
    for (const { id } of items) {
      const { content, extra } = (await test.call('attempt.get', { id })).attempt;
      for (const data of [extra, ...content.calls.map(({ params }) => params)])
        expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
    }
    expect(test.logged).toEqual([]);
  });

  it('names of prototypes are names like others: of a session, a project, a task and a parameter', async () => {
    for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__']) {
      const { attempt: recorded } = await test.call('attempt.record', {
        projectId: name,
        sessionId: name,
        task: name,
        outcome: 'failure',
        strategy: name,
        content: { calls: [{ tool: name, outcome: 'error', params: { constructor: name, toString: 1 } }] },
      });
      expect(recorded).toMatchObject({ projectName: name, sessionNativeId: name, task: name, ordinal: 1 });
      expect(recorded.content.calls[0]).toMatchObject({ tool: name, params: { constructor: name, toString: 1 } });
      const place = { projectId: name, sessionId: name };
      expect((await test.call('attempt.context', place)).text).toContain(name);
      expect((await test.call('attempt.window', place)).items).toEqual([]);
      expect((await test.call('attempt.analysis', { sessionId: name, projectId: name })).analysis.total).toBe(1);
      expect((await test.call('attempt.list', { projectId: name, task: name })).items).toHaveLength(1);
    }
  });

  it('is not a goal with whatever a log holds: it is looked for by its words, within the budget', async () => {
    for (const goal of ['a\0b add up', 'add \ud800 up', `add up ${'x'.repeat(900_000)}`]) {
      const { text } = await test.call('attempt.context', { ...ofSession, goal, budget: 300 });
      expect(text).toContain('Add up');
      expect(text.length).toBeLessThan(3000);
    }
  });

  it('recorded twice at once with one id of its own is one attempt, and the other call is told so', async () => {
    const given = { ...attempt, nativeId: 'loop/3' };
    const answers = await Promise.all([1, 2, 3].map(() => test.envelope('attempt.record', given)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers) if (!answer.ok) expect(answer.error.message).toContain('loop/3');
    expect((await test.call('attempt.list', { sessionId: 's' })).items).toHaveLength(2);
  });

  it('of ten megabytes in one output is recorded as its beginning and end, and its size', async () => {
    const output = `first ${'\u0000\u0007ü'.repeat(2_700_000)} last`;
    const { attempt: recorded } = await test.call('attempt.record', {
      ...given(),
      content: { checks: [{ kind: 'unit_tests', verdict: 'fail', output }] },
    });
    const kept = recorded.content.checks[0]?.output;
    expect(kept?.bytes).toBe(Buffer.byteLength(output));
    expect(kept?.head.startsWith('first ')).toBe(true);
    expect(kept?.tail.endsWith(' last')).toBe(true);
    expect(Buffer.byteLength(`${kept?.head}${kept?.tail}`)).toBeLessThan(20_000);
  });
});

const given = () => ({ ...attempt, outcome: 'failure' as const });
