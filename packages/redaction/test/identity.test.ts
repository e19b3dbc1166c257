import { describe, expect, it } from 'vitest';
import { redactRequest } from '../src/identity.ts';
import { createRedactor } from '../src/redactor.ts';

const redactor = createRedactor();
const token = (n: number) => `npm_${'a1Bc2Df3Gh4J'}${'k5Lm6Np7Qr8S'}${'t9Uv0Wx1Yz2'}${n}`;
const MARKER = '[redacted:npm_token]';
const HASH = /^redacted:[0-9a-f]{32}$/;

describe('a request with a secret in what identifies something', () => {
  it.each(['id', 'ids', 'sessionId', 'lessonIds', 'digest', 'from', 'to', 'effects', 'causedBy', 'leadsTo'])(
    'keeps two different names in %s different, without the secrets',
    (field) => {
      const { value, found } = redactRequest(redactor, { links: [{ [field]: [token(1), token(2)] }] });
      const names = value.links[0]?.[field] ?? [];
      expect(names).toEqual([expect.stringMatching(HASH), expect.stringMatching(HASH)]);
      expect(new Set(names).size).toBe(2);
      expect(found.map(({ path }) => path)).toEqual([`links.0.${field}.0`, `links.0.${field}.1`]);
    },
  );

  it.each(['userids', 'idle', 'mydigest', 'digests'])('takes %s for no such field', (field) => {
    expect(redactRequest(redactor, { [field]: token(1) }).value).toEqual({ [field]: MARKER });
  });

  it('takes the field of a list for that of its entries, and one that others defined for none', () => {
    const many = Array.from({ length: 12 }, (_, n) => token(n % 10));
    expect(redactRequest(redactor, { ids: many }).value.ids[11]).toMatch(HASH);
    expect(redactRequest(redactor, { extra: { id: token(1) } }).value).toEqual({ extra: { id: MARKER } });
    for (const field of ['2nd', 'step2'])
      expect(redactRequest(redactor, { ids: { [field]: token(1) } }).value).toEqual({ ids: { [field]: MARKER } });
  });

  it('keeps hexadecimal digits, as of a commit, and a name that only has some in it becomes a hash', () => {
    const commitSha = `${'7f3a9c1e52d4b8e0'.repeat(2)}9c617`;
    expect(redactRequest(redactor, { text: commitSha }).found).toEqual([{ kind: 'api_token', path: 'text' }]);
    expect(redactRequest(redactor, { commitSha })).toEqual({ value: { commitSha }, found: [] });
    for (const id of [`${token(1)}/abcdef1`, `abcdef1/${token(1)}`])
      expect(redactRequest(redactor, { id }).value.id).toMatch(HASH);
  });

  it('is the same request, not a copy of it, where there is no secret', () => {
    const input = { id: 'one', text: 'nothing to see' };
    const { value, found } = redactRequest(redactor, input);
    expect(value).toBe(input);
    expect(found).toEqual([]);
  });

  it('keeps a name with an address in it, and says nothing of it', () => {
    const input = { sessionId: 'ann@example.org', text: 'of ann@example.org' };
    const { value, found } = redactRequest(createRedactor({ emails: true }), input);
    expect(value).toEqual({ ...input, text: 'of [redacted:email]' });
    expect(found).toEqual([{ kind: 'email', path: 'text' }]);
  });
});

describe('a request that selects a file or records', () => {
  it('keeps what selects them, and says nothing of it', () => {
    const input = { path: `/tmp/${token(1)}`, selection: { filters: { text: token(2) } } };
    expect(redactRequest(redactor, input)).toEqual({ value: input, found: [] });
  });

  it.each([
    [{ note: { path: token(1) } }, 'note.path'],
    [{ paths: token(1) }, 'paths'],
    [{ logs: token(1) }, 'logs'],
    [{ filters: { text: token(1) } }, 'filters.text'],
  ])('keeps no secret in %j, which does not select anything', (input, path) => {
    const { value, found } = redactRequest(redactor, input);
    expect(JSON.stringify(value)).not.toContain(token(1));
    expect(found).toEqual([{ kind: 'npm_token', path }]);
  });
});
