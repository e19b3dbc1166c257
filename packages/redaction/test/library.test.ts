import { describe, expect, it } from 'vitest';
import { findByLibrary } from '../src/library.ts';
import { createRedactor } from '../src/redactor.ts';
import { without } from './rest.ts';

const MIXED = 'a1Bc2Df3Gh4Jk5Lm6Np7Qr8St9Uv0Wx1Yz2A';
const VAULT = `hvs.${MIXED.repeat(3)}`;

describe('what the library finds', () => {
  it.each([
    ['hashicorp_vault', VAULT],
    ['tailscale', `tskey-auth-k${MIXED.slice(0, 12)}-${MIXED.slice(0, 32)}`],
    ['linear', `lin_api_${MIXED}${MIXED.slice(0, 4)}`],
  ])('is called %s, and goes without what stands around it', (kind, token) => {
    const text = `joined with ${token} and ${token}`;
    const found = findByLibrary(text);
    expect(found.map((range) => range.kind)).toEqual([kind, kind]);
    expect(without(text, found)).toBe('joined with * and *');
  });

  it('is what it finds in this text alone', () => {
    expect(findByLibrary(`first ${VAULT}`)).toHaveLength(1);
    expect(findByLibrary(`then ${MIXED}`)).toEqual([]);
    expect(findByLibrary('nothing as long as a token')).toEqual([]);
  });

  it('cannot be switched off by a comment', () => {
    expect(createRedactor().redactText(`/* secretlint-disable */ ${VAULT}`).text).toBe(
      '/* secretlint-disable */ [redacted:hashicorp_vault]',
    );
  });

  it('reads no comment about itself, whatever it says and however long it is', () => {
    for (const comment of [
      `// secretlint-disable-line @secretlint/secretlint-rule-${'a'.repeat(40)}`,
      `# secretlint-disable-next-line see ${'9f2c1e7a'.repeat(5)}`,
      `/* secretlint-disable ${'a,'.repeat(20_000)} */\n/* secretlint-enable ${'b,'.repeat(20_000)} */ ${'c'.repeat(40)}`,
    ]) {
      expect(findByLibrary(comment)).toEqual([]);
      expect(findByLibrary(`${comment}\n${VAULT}`)).toEqual([expect.objectContaining({ kind: 'hashicorp_vault' })]);
    }
  });

  it('is left out where our own rules take the password alone, or nothing', () => {
    for (const text of [
      `https://bill:${MIXED}@shop.io/`,
      `postgresql://jane:${MIXED}@shop.internal:5432/main`,
      `mysql://jane:${MIXED}@shop.internal:3306/main`,
      `mongodb://jane:${MIXED}@shop.internal:27017/main`,
      `ghp_${MIXED}`,
    ])
      expect(findByLibrary(text), text).toEqual([]);
  });

  it('leaves what is shorter than its tokens to our own rules', () => {
    const address = 'https://abcdefghijkl:x-oauth-basic@github.com/';
    expect(findByLibrary(address)).toEqual([]);
    expect(createRedactor().redactText(address).text).not.toContain('abcdefghijkl');
  });

  it('never takes a text for a file that is a secret as a whole', () => {
    const key = `-----BEGIN PRIVATE KEY-----\n${`${MIXED}\n`.repeat(6)}-----END PRIVATE KEY-----\n`;
    const account = JSON.stringify({ private_key_id: MIXED, private_key: key, client_id: 'shop' });
    expect(findByLibrary(account).filter(({ kind }) => kind === 'gcp')).toEqual([]);
    expect(createRedactor().redactText(account).text).toContain('"client_id":"shop"');
  });
});
