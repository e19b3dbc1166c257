import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEmbedder, type EmbedOptions } from '../../src/vectors/embedder.ts';
import { EMBEDDING_FAILURES, EmbeddingFailure } from '../../src/vectors/embedding-failure.ts';
import { endpointOf } from '../../src/vectors/protocols.ts';
import { EmbeddingServer, embed } from './embedding-server.ts';

let server: EmbeddingServer;
beforeEach(async () => {
  server = await new EmbeddingServer().start();
});
afterEach(() => server.stop());

const TEXTS = ['fix the login', 'resize a picture', 'rotate the keys'];
const USUAL: EmbedOptions = { timeoutMs: 5000 };

function ask(texts = TEXTS, options = USUAL, setup: Partial<Parameters<typeof createEmbedder>[0]> = {}) {
  return createEmbedder({ provider: 'ollama', url: server.url, model: 'small', key: null, ...setup })(texts, options);
}

async function failure(asked: Promise<unknown>): Promise<EmbeddingFailure> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EmbeddingFailure)) throw new Error(`expected a failure, got ${String(error)}`);
  return error;
}

function direction(text: string): Float32Array {
  const raw = embed(text, 64);
  const length = Math.hypot(...raw);
  return Float32Array.from(raw, (value) => value / length);
}

describe('embedder', () => {
  it.each(['ollama', 'openai'] as const)(
    'gets vectors of length 1 in the order of the texts (%s)',
    async (provider) => {
      const vectors = await ask(TEXTS, USUAL, { provider });
      expect(vectors).toHaveLength(3);
      TEXTS.forEach((text, at) => {
        expect([...(vectors[at] as Float32Array)]).toEqual([...direction(text)]);
      });
      expect(server.asked.map(({ path, model }) => [path, model])).toEqual([
        [provider === 'ollama' ? '/api/embed' : '/v1/embeddings', 'small'],
      ]);
    },
  );

  it('sends the key as a bearer token, and none without one', async () => {
    await ask();
    await ask(TEXTS, USUAL, { key: 'k-1', provider: 'openai' });
    expect(server.asked.map(({ authorization }) => authorization)).toEqual([null, 'Bearer k-1']);
  });

  it('asks nothing for no texts', async () => {
    expect(await ask([])).toEqual([]);
    expect(server.asked).toEqual([]);
  });

  it.each([
    [401, 'unauthorised'],
    [403, 'unauthorised'],
    [404, 'no_model'],
    [400, 'refused_input'],
    [413, 'refused_input'],
    [422, 'refused_input'],
    [429, 'rate_limited'],
    [500, 'server_error'],
    [503, 'server_error'],
    [418, 'server_error'],
  ] as const)('HTTP %i is %s', async (status, kind) => {
    server.behaviour.status = status;
    server.behaviour.body = 'with texts of the request: fix the login';
    const found = await failure(ask());
    expect([found.kind, found.message.includes(`HTTP ${status}`)]).toEqual([kind, true]);
    expect(found.message).not.toContain('fix the login');
  });

  it('hears when to come back', async () => {
    Object.assign(server.behaviour, { status: 429, headers: { 'retry-after': '7' } });
    expect((await failure(ask())).retryAfterMs).toBe(7000);
    server.behaviour.headers = { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' };
    expect((await failure(ask())).retryAfterMs).toBe(null);
  });

  it.each([
    ['not JSON', '<html>'],
    ['no embeddings', '{"embeddings":5}'],
    ['no embeddings', '[]'],
    ['2 embeddings for 3', '{"embeddings":[[1],[1]]}'],
    ['not a list of finite numbers', '{"embeddings":[[1],[1],[null]]}'],
    ['not a list of finite numbers', '{"embeddings":[[1],[1],["1"]]}'],
    ['not a list of finite numbers', '{"embeddings":[[1],[1],[1e999]]}'],
    ['not a list of finite numbers', '{"embeddings":[[1],[1],[0]]}'],
    ['not a list of finite numbers', '{"embeddings":[[1],[1],[]]}'],
    ['different lengths', '{"embeddings":[[1],[1],[1,2]]}'],
  ])('%s: %s is a bad answer', async (what, body) => {
    server.behaviour.body = body;
    const found = await failure(ask());
    expect([found.kind, found.message]).toEqual(['bad_answer', expect.stringContaining(what)]);
  });

  it.each([
    '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]},{"index":2,"embedding":[1]}]}',
    '{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1]},{"index":3,"embedding":[1]}]}',
    '{"data":[{"index":"length","embedding":[1]},{"embedding":[1]},{"embedding":[1]}]}',
    '{"data":[null,1,{"embedding":"AAAA"}]}',
  ])('an answer that is not of these texts is bad: %s', async (body) => {
    server.behaviour.body = body;
    expect((await failure(ask(TEXTS, USUAL, { provider: 'openai' }))).kind).toBe('bad_answer');
  });

  it('refuses another dimension than the one that is stored', async () => {
    expect((await failure(ask(TEXTS, { ...USUAL, dimension: 65 }))).kind).toBe('wrong_dimension');
    expect(await ask(TEXTS, { ...USUAL, dimension: 64 })).toHaveLength(3);
  });

  it('does not wait for ever, and tells a time-out from being stopped', async () => {
    server.behaviour.delayMs = 2000;
    expect((await failure(ask(TEXTS, { timeoutMs: 50 }))).kind).toBe('timeout');
    const stop = new AbortController();
    const stopped = ask(TEXTS, { timeoutMs: 5000, signal: stop.signal });
    stop.abort(new Error('closing'));
    await expect(stopped).rejects.toThrow('closing');
  });

  it('says what cannot be reached, and never follows a redirect', async () => {
    Object.assign(server.behaviour, { status: 307, headers: { location: `${server.url}/elsewhere/api/embed` } });
    expect((await failure(ask())).kind).toBe('redirected');
    expect(server.asked).toHaveLength(1);
    await server.stop();
    const found = await failure(ask());
    expect([found.kind, found.message]).toEqual(['unreachable', expect.stringContaining('ECONNREFUSED')]);
  });

  it('stops reading an answer that is too long', async () => {
    server.behaviour.body = ' '.repeat(17_000_000);
    expect((await failure(ask())).message).toContain('too long');
  });

  it('has an advice for each kind of failure', () => {
    const hints = EMBEDDING_FAILURES.map((kind) => new EmbeddingFailure(kind, 'x').hint);
    expect(hints.every((hint) => hint.length > 20)).toBe(true);
  });
});

describe('the address', () => {
  it.each([
    ['ollama', 'http://localhost:11434', '/api/embed'],
    ['ollama', 'http://localhost:11434/', '/api/embed'],
    ['ollama', 'http://localhost:11434/api', '/api/embed'],
    ['ollama', 'http://localhost:11434/api/embed', '/api/embed'],
    ['ollama', 'https://host/ollama', '/ollama/api/embed'],
    ['openai', 'https://host', '/v1/embeddings'],
    ['openai', 'https://host/v1', '/v1/embeddings'],
    ['openai', 'https://host/v1/', '/v1/embeddings'],
    ['openai', 'https://host/proxy/v1/embeddings', '/proxy/v1/embeddings'],
  ] as const)('%s at %s', (provider, url, path) => {
    expect(endpointOf(provider, url).pathname).toBe(path);
  });
});
