import type { ParsedInputOf } from '@twicewise/contract';

type Given = ParsedInputOf<'turn.save'>;

/** An invented turn of a session: what its model was given, what it answered, and what came of it. */
export interface SampleTurn extends Pick<Given, 'context' | 'reply' | 'calls' | 'rounds' | 'cost'> {
  nativeId: string;
  sessionId: string;
  number: number;
  /** Since the session began. */
  minutes: number;
  summary: { text: string; insights: string[] };
}

const part = (kind: string, text: string, name: string | null = null) => ({ kind, name, text, about: [] });

type Call = Given['calls'][number];
const edit = (path: string, ms: number): Call => ({
  tool: 'edit',
  params: { path },
  outcome: 'success',
  ms,
  output: null,
});
const test = (outcome: Call['outcome'], ms: number, output: string): Call => {
  return { tool: 'shell', params: { command: 'npm test' }, outcome, ms, output };
};

const SYSTEM = part(
  'system',
  'You work on a web shop. Change little at a time, and run the tests before you say that it is done.',
);
const TASK = part('task', 'Stop customers from being charged twice when they press Pay again.');

const BUTTON = `export function PayButton({ cart }: { cart: Cart }) {
  const pay = usePay(cart);
  return <button onClick={pay.start}>Pay {formatPrice(cart.total)}</button>;
}
`;

const ENDPOINT = `app.post('/payments', async (request, reply) => {
  const { cartId } = request.body;
  const charge = await gateway.charge(await totalOf(cartId));
  return reply.send({ charge: charge.id });
});
`;

const ENDPOINT_WITH_KEYS = `const seen = new Map<string, string>();

app.post('/payments', async (request, reply) => {
  const key = request.headers['idempotency-key'];
  const known = seen.get(key);
  if (known) return reply.send({ charge: known });
  const charge = await gateway.charge(await totalOf(request.body.cartId));
  seen.set(key, charge.id);
  return reply.send({ charge: charge.id });
});
`;

const SUMMARIES = {
  button: 'Disabled the button while a payment runs. A reload still charges twice.',
  keys: 'The endpoint answers a known key with the charge of before. Two server instances do not share their keys.',
  index: 'A unique index in the orders table decides which request charges. One charge per cart in the load test.',
};

const earlier = (...texts: string[]) =>
  part('summaries', texts.map((text, at) => `Turn ${at + 1}: ${text}`).join('\n'));

/** The turns of the first session of the web shop. They say what its attempts and its log say. */
export const SAMPLE_TURNS: readonly SampleTurn[] = [
  {
    nativeId: 'sample-turn-01',
    sessionId: 'sample-session-01',
    number: 1,
    minutes: 5,
    context: [SYSTEM, TASK, part('workspace', BUTTON, 'src/checkout/PayButton.tsx')],
    rounds: [
      {
        text: 'The second charge follows a second press. The button can be disabled while the first request runs.',
        continues: false,
        reason: 'One line, and it can be shipped today.',
        nextFocus: null,
        recalls: [],
        tokens: 310,
        ms: 4_200,
      },
    ],
    reply: [part('reply', 'I disable the button while a payment runs.')],
    calls: [
      edit('src/checkout/PayButton.tsx', 40),
      test(
        'failure',
        4_100,
        'FAIL test/pay.test.ts\n  charges once when the page is reloaded\n    expected 1 charge, got 2\n\n4 failed',
      ),
    ],
    cost: { inputTokens: 2_140, outputTokens: 260, ms: 9_800, amount: 0.011, currency: 'EUR' },
    summary: { text: SUMMARIES.button, insights: ['The browser cannot tell that two payments are the same one'] },
  },
  {
    nativeId: 'sample-turn-02',
    sessionId: 'sample-session-01',
    number: 2,
    minutes: 62,
    context: [SYSTEM, TASK, earlier(SUMMARIES.button), part('workspace', ENDPOINT, 'src/api/payments.ts')],
    rounds: [
      {
        text: 'The server has to know that it is the same payment. A key per cart says so.',
        continues: true,
        reason: 'Where the key is kept is not decided.',
        nextFocus: 'Where to keep the keys',
        recalls: [],
        tokens: 420,
        ms: 5_600,
      },
      {
        text: 'A map in memory is enough to try it.',
        continues: false,
        reason: null,
        nextFocus: null,
        recalls: [],
        tokens: 180,
        ms: 2_300,
      },
    ],
    reply: [part('reply', 'Each cart sends a key in a header, and the endpoint remembers the charge of each key.')],
    calls: [
      edit('src/api/payments.ts', 35),
      test(
        'failure',
        4_300,
        'FAIL test/pay.test.ts\n  charges once over two instances\n    expected 1 charge, got 2\n\n1 failed',
      ),
    ],
    cost: { inputTokens: 2_480, outputTokens: 410, ms: 14_100, amount: 0.014, currency: 'EUR' },
    summary: { text: SUMMARIES.keys, insights: ['Keys in memory are not shared by two instances'] },
  },
  {
    nativeId: 'sample-turn-03',
    sessionId: 'sample-session-01',
    number: 3,
    minutes: 112,
    context: [
      SYSTEM,
      TASK,
      earlier(SUMMARIES.button, SUMMARIES.keys),
      part('workspace', ENDPOINT_WITH_KEYS, 'src/api/payments.ts'),
    ],
    rounds: [
      {
        text: 'Only the database is shared by both instances. A unique index lets one of two inserts fail.',
        continues: false,
        reason: 'It needs no lock and no other service.',
        nextFocus: null,
        recalls: [],
        tokens: 390,
        ms: 4_900,
      },
    ],
    reply: [
      part(
        'reply',
        'The payment is inserted with its key before the gateway is called; the second request gets the stored result.',
      ),
    ],
    calls: [
      {
        tool: 'write',
        params: { path: 'migrations/0042_payment_key.sql' },
        outcome: 'success',
        ms: 30,
        output: null,
      },
      edit('src/api/payments.ts', 38),
      test('success', 4_400, '21 passed: one charge per cart, each payment sent five times'),
    ],
    cost: { inputTokens: 2_760, outputTokens: 520, ms: 15_600, amount: 0.016, currency: 'EUR' },
    summary: { text: SUMMARIES.index, insights: ['Give every command that costs money a key in the database'] },
  },
];
