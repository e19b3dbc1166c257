import { PRODUCT } from '@twicewise/contract';
import { KEY_META } from '../src/bridge/key-meta.js';

/** A repeatable source of numbers from 0 up to 1 (mulberry32): the same seed gives the same lines everywhere. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Makes choices from the random numbers of one seed. */
interface Dice {
  readonly below: (max: number) => number;
  readonly oneOf: <T>(choices: readonly T[]) => T;
}

function diceOf(random: () => number): Dice {
  const below = (max: number) => Math.floor(random() * max);
  return { below, oneOf: (choices) => choices[below(choices.length)] as (typeof choices)[number] };
}

const STORE = {
  name: 'reflection_store',
  arguments: { taskDescription: 'a task', outcome: 'success', nextStrategy: 'on' },
};
const GOOD: readonly object[] = [
  { jsonrpc: '2.0', id: 'bad', method: 'tools/call', params: STORE },
  { jsonrpc: '2.0', id: 'bad', method: 'tools/call', params: { name: 'memory_brief', arguments: { task: 'a task' } } },
  { jsonrpc: '2.0', id: 7, method: 'resources/read', params: { uri: `${PRODUCT.scheme}://lesson/x` } },
  { jsonrpc: '2.0', id: 8, method: 'prompts/get', params: { name: 'brief', arguments: { task: 'a task' } } },
  { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'bad' } },
];
const IDS = [
  '1e400',
  '-1e400',
  '9007199254740993',
  '1.5',
  '-0',
  '{}',
  '[]',
  'true',
  'null',
  '""',
  '"\\ud800"',
  '"__proto__"',
];
const VALUES = [
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '""',
  '"x"',
  '[]',
  '[null]',
  '{}',
  '{"__proto__":{"a":1}}',
  '"\\u0000"',
];
const METHODS = [
  '"tools/call"',
  '"tools/list"',
  '"initialize"',
  '"ping"',
  '"nothing/here"',
  '"__proto__"',
  '"constructor"',
];
const ALONE = [
  '',
  ' ',
  '\r',
  '\u0000',
  '\u2028',
  '\ufeff',
  '{',
  '}',
  '[',
  '"',
  'null',
  'true',
  '0',
  '""',
  '[]',
  '{}',
  'NaN',
  '//',
];

/** Each makes one kind of malformed line. */
const KINDS: readonly ((dice: Dice) => string | Buffer)[] = [
  function notUtf8({ below, oneOf }) {
    const line = Buffer.from(JSON.stringify(oneOf(GOOD)));
    for (let n = 0; n <= below(4); n++) line[below(line.length)] = 0x80 + below(128);
    return line;
  },
  function deep({ below, oneOf }) {
    const depth = oneOf([20, 31, 32, 33, 34, 100, 5000, 50_000]);
    const [open, close] = oneOf([['[', ']'] as const, ['{"a":', '}'] as const]);
    const inside = `${open.repeat(depth)}${open === '[' ? '' : '1'}${close.repeat(below(4) === 0 ? 0 : depth)}`;
    return `{"jsonrpc":"2.0","id":"bad","method":${oneOf(METHODS)},"params":{"name":"memory_brief","arguments":${inside}}}`;
  },
  function hugeId({ below, oneOf }) {
    const id =
      below(2) === 0 ? oneOf(IDS) : below(2) === 0 ? '9'.repeat(1 + below(2000)) : `"${'i'.repeat(below(20_000))}"`;
    return `{"jsonrpc":"2.0","id":${id},"method":${oneOf(METHODS)},"params":${oneOf(['{}', '[]', '{"name":"x"}'])}}`;
  },
  function batch({ below, oneOf }) {
    return JSON.stringify(Array.from({ length: below(5) }, () => (below(4) === 0 ? [] : oneOf(GOOD))));
  },
  function wrongTypes({ oneOf }) {
    const version = oneOf(['"2.0"', '"1.0"', '2', 'null']);
    const method = oneOf([...METHODS, ...VALUES]);
    return `{"jsonrpc":${version},"id":${oneOf([...IDS, '"bad"', '7'])},"method":${method},"params":${oneOf(VALUES)}}`;
  },
  function wrongArguments({ oneOf }) {
    const [name, field] = [
      oneOf(['reflection_store', 'reflection_get', 'memory_brief']),
      oneOf(['task', 'id', 'outcome']),
    ];
    const meta = oneOf(['', ',"_meta":5', `,"_meta":{"${KEY_META}":{}}`, ',"_meta":{"progressToken":[]}']);
    const given = `{"name":"${name}","arguments":{"${field}":${oneOf(VALUES)}}${meta}}`;
    return `{"jsonrpc":"2.0","id":"bad","method":"tools/call","params":${given}}`;
  },
  function answerToNothing({ below, oneOf }) {
    const result = below(2) === 0 ? `"result":${oneOf(VALUES)}` : `"error":${oneOf(VALUES)}`;
    return `{"jsonrpc":"2.0","id":${oneOf([...IDS, '0', '"bad"'])},${result}}`;
  },
  function cutOff({ below, oneOf }) {
    const line = JSON.stringify(oneOf(GOOD));
    return line.slice(0, below(line.length));
  },
  function flipped({ below, oneOf }) {
    const line = Buffer.from(JSON.stringify(oneOf(GOOD)));
    const at = below(line.length);
    line[at] = (line[at] ?? 0) ^ (1 << below(7));
    return line;
  },
  function alone({ oneOf }) {
    return oneOf(ALONE);
  },
  function long({ below }) {
    const text = 'x'.repeat(below(40) === 0 ? 1_100_000 : below(30_000));
    return `{"jsonrpc":"2.0","id":"bad","method":"tools/call","params":{"name":"memory_brief","arguments":{"task":"${text}"}}}`;
  },
];

/** Malformed lines as bytes, without line breaks; every kind in turn. */
export function* malformedLines(count: number, seed = 27): Generator<Buffer> {
  const dice = diceOf(randomFrom(seed));
  for (let n = 0; n < count; n++) {
    const made = KINDS[n % KINDS.length]?.(dice) ?? '';
    const bytes = typeof made === 'string' ? Buffer.from(made) : made;
    yield bytes.map((byte) => (byte === 0x0a ? 0x20 : byte)) as Buffer;
  }
}

/** Whether a line is one JSON-RPC 2.0 message as MCP allows it: a request, a notification, or an answer to one. */
export function isJsonRpc(line: Buffer): boolean {
  try {
    const message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line)) as Record<string, unknown>;
    if (message.jsonrpc !== '2.0') return false;
    if ('method' in message) return typeof message.method === 'string';
    return 'id' in message && 'result' in message !== 'error' in message;
  } catch {
    return false;
  }
}
