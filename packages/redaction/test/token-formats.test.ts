import { describe, expect, it } from 'vitest';
import type { SecretRule } from '../src/finding.ts';
import { tokenRules } from '../src/token-rules.ts';
import { vendorTokens } from '../src/vendor-tokens.ts';
import { leftBy } from './rest.ts';
import { type Format, OWN_FORMATS, partsOf, tokenOf, VENDOR_FORMATS } from './token-formats.ts';

const titled = (formats: readonly Format[]): [string, string, Format][] =>
  formats.map((format) => [format.kind, format.format, format]);

/** The rule of these that finds a token whole, and looks at the text at all. */
function ruleOf(rules: readonly SecretRule[], { kind, kept = '' }: Format, token: string): SecretRule {
  const rule = rules.find(
    (one) =>
      one.marks.some((mark) => token.includes(mark)) &&
      one.find(token).some((range) => range.kind === kind) &&
      leftBy(one, token) === `${kept}*`,
  );
  if (!rule) throw new Error(`no rule finds the whole of ${token}`);
  return rule;
}

describe.each([
  ['their own', tokenRules, OWN_FORMATS],
  ['data', vendorTokens, VENDOR_FORMATS],
] as const)('tokens with rules of %s', (_what, rules, all) => {
  it.each(titled(all))('are found whole in a text: %s %s', (_kind, _format, format) => {
    for (const size of ['least', 'most'] as const) {
      const token = tokenOf(format, size);
      const rule = ruleOf(rules, format, token);
      const rest = `${format.kept ?? ''}*`;
      for (const [before, after] of ['()', '""', '  ', '\n\n', '>,', '=;', '/:'].map((around) => [...around]))
        expect(leftBy(rule, `1${before}${token}${after}2`)).toBe(`1${before}${rest}${after}2`);
    }
  });

  it.each(titled(all))('are no part of a longer word: %s %s', (_kind, _format, format) => {
    for (const size of ['least', 'most'] as const) {
      const token = tokenOf(format, size);
      const rule = ruleOf(rules, format, token);
      for (const letter of 'xX') {
        const begun = `${letter}${token}`;
        expect(leftBy(rule, begun) === begun, begun).toBe(!format.afterLetter);
      }
      if (size === 'least') continue;
      if (format.open) expect(leftBy(rule, `${token}x`)).toContain('*');
      else expect(leftBy(rule, `${token}x`)).toBe(`${token}x`);
    }
  });

  it.each(titled(all))('are none with a part too short, or another sign in it: %s %s', (_kind, _format, format) => {
    const rule = ruleOf(rules, format, tokenOf(format));
    for (let part = 0; part < partsOf(format); part++) {
      const shorter = tokenOf(format, 'least', (text, at) => (at === part ? text.slice(1) : text));
      // A JWT without its signature is one as well.
      if ((format.kind === 'jwt' && part === 2) || format.also) continue;
      expect(leftBy(rule, shorter)).toBe(shorter);
      const other = tokenOf(format, 'least', (text, at) => (at === part ? `!${text.slice(1)}` : text));
      expect(leftBy(rule, other)).toBe(other);
    }
  });
});

describe('tokens in the form of one', () => {
  const left = (rules: readonly SecretRule[], text: string) =>
    rules.filter((rule) => rule.find(text).length > 0).length;

  it.each([
    ['an example', 'AKIAIOSFODNN7EXAMPLE'],
    ['letters alone, of GitLab', `glpat-${'abcdefghij'.repeat(2)}`],
    ['letters alone, of Slack', `xoxb-${'abcdefghij'.repeat(2)}`],
    ['letters alone, of Stripe', `sk_live_${'abcdefghij'.repeat(2)}`],
    ['letters alone, of Anthropic', `sk-ant-${'abcdefghij'.repeat(2)}`],
    ['letters alone, of OpenAI', `sk-proj-${'abcdefghij'.repeat(2)}`],
    ['letters alone, of npm', `npm_${'abcdef'.repeat(6)}`],
    ['letters alone, of Notion', `ntn_${'abcdefghij'.repeat(4)}`],
    ['one case, of PyPI', `pypi-${'abcdefgh7j'.repeat(5)}`],
    ['one case, of Telegram', `123456789:${'abcd7'.repeat(7)}`],
    ['letters alone, of Azure', `?sig=${'abcdefghij'.repeat(4)}`],
    ['names joined by dots', `MyClassNameIsAsLongAsThat.method.${'aNameOfThirtyCharactersOrSo'}xyz`],
  ])('are none with %s', (_what, text) => expect(left(tokenRules, text)).toBe(0));

  it('of Discord begin with the number of an account', () => {
    const account = (number: string) => Buffer.from(number).toString('base64url');
    const token = (number: string) => `${account(number)}.aB3-_x.${'aB3xY9_k'.repeat(4)}`;
    for (const number of ['12345678901234567', '00000000000000000', '123456789012345678', '12345678901234567890']) {
      const [rule] = tokenRules.filter((one) => one.find(token(number)).length > 0);
      if (!rule) throw new Error(`not found: ${number}`);
      expect(rule.find(token(number))[0]?.kind).toBe('discord_token');
      expect(rule.marks.some((mark) => token(number).includes(mark))).toBe(true);
      expect(leftBy(rule, `(${token(number)})`)).toBe('(*)');
      for (const text of [`x${token(number)}`, `-${token(number)}`, `${token(number).slice(0, -7)}`])
        expect(leftBy(rule, text)).toBe(text);
      expect(leftBy(rule, `${token(number)}${'x'.repeat(20)}`)).toBe(`${token(number)}${'x'.repeat(20)}`);
    }
    for (const number of ['1234567890123456x', 'x1234567890123456', '123456789012345678901'])
      expect(left(tokenRules, token(number))).toBe(0);
  });

  it.each([
    ['GitLab', 'glpat-tppIciKvIuXDPipOSYBO'],
    ['GitLab, with signs', 'glrt-Qh_bZwKd-mVrXgTnJcLp'],
    ['GitLab, with a sign after every second letter', 'glpat-Ab-oe_Ti-xa_lu-ro-mi'],
    ['GitLab, for its calendar', 'glft-SeBldAPLVQrTcCTRQTFN'],
    ['Stripe', 'sk_live_pzWXIVTscBZZhILr'],
    ['a webhook of Stripe', 'whsec_aADXnogltIATqfciQNHTfhIhWvKd'],
  ])('of %s may happen to have no digit', (_whose, token) => {
    expect(left([...tokenRules, ...vendorTokens], `pushed with ${token} again`)).toBe(1);
  });

  it.each([
    'glpat-your-personal-access-token',
    'glpat-YourPersonalAccessTokenHere',
    'glpat-PASTE-your-token-HERE-please',
    'glpat-Pleaseputyourtokenhere',
    'glpat-XXXXXXXXXXXXXXXXXXXX',
    'glpat-xxxxxxxxxxxxxxxxxxxx',
    'glft-propertyIsEnumerableNow',
    'sk_live_yourSecretKeyGoesHere',
    'sk_live_XXXXXXXXXXXXXXXXXXXX',
    'whsec_theSigningSecretOfTheEndpoint',
  ])('are none where they are words: %s', (text) => {
    expect(left([...tokenRules, ...vendorTokens], `set ${text} first`)).toBe(0);
  });

  it('of data have digits behind their mark, or letters of both cases that are no words', () => {
    const found = (text: string) => left(vendorTokens, text);
    expect(found(`r8_${'replicate'.repeat(4)}x`)).toBe(0);
    expect(found(`pul-${'abcdef'.repeat(6)}abcd`)).toBe(0);
    expect(found(`r8_${'aBcDeFgHiJ'}${'k'.repeat(27)}`)).toBe(1);
    expect(found(`r8_replicate${'TheModel'.repeat(3)}Tiny`)).toBe(0);
    expect(found(`r8_${'ABCDE'.repeat(7)}FG`)).toBe(0);
  });
});
