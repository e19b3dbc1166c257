import { describe, expect, it } from 'vitest';
import { Looks, replaceRanges } from '../src/looks.ts';
import { createRedactor } from '../src/redactor.ts';

const NPM = `npm_${'a1Bc2Df3Gh4J'}${'k5Lm6Np7Qr8S'}${'t9Uv0Wx1Yz2A'}`;
const VAULT = `hvs.${'a1Bc2Df3Gh4Jk5Lm6Np7Qr8St9Uv0Wx1Yz2A'.repeat(3)}`;
const [BEGIN, END] = ['BEGIN', 'END'].map((word) => `-----${word} PRIVATE ${'KEY'}-----`) as [string, string];
const KEY = `${BEGIN}\nMIIEpAIB${'aB3+/x9Z'.repeat(7)}\n${END}`;
const redactor = createRedactor();
const redacted = (text: string) => redactor.redactText(text);

describe('one secret that several rules find', () => {
  it('goes once, and is called what the most specific of them calls it', () => {
    expect(redacted(`NPM_TOKEN=${NPM}`)).toEqual({ text: 'NPM_TOKEN=[redacted:npm_token]', kinds: ['npm_token'] });
    expect(redacted(`x://jane:${NPM}@h`)).toEqual({ text: 'x://jane:[redacted:npm_token]@h', kinds: ['npm_token'] });
  });

  it('goes from the beginning of the first to the end of the last', () => {
    expect(redacted(`password="x.${NPM}!z"`)).toEqual({
      text: 'password="[redacted:npm_token]"',
      kinds: ['npm_token'],
    });
    expect(redacted(`token=${NPM}!zZ9, and`).text).toBe('token=[redacted:npm_token], and');
  });

  it('goes beside another one without what stands between', () => {
    expect(redacted(`${NPM}:${NPM}`)).toEqual({
      text: '[redacted:npm_token]:[redacted:npm_token]',
      kinds: ['npm_token', 'npm_token'],
    });
    expect(redacted(`${KEY}${NPM}`).text).toBe('[redacted:private_key][redacted:npm_token]');
    expect(redacted(`first ${NPM}, then password="k7Gq!x9Zp2"`)).toEqual({
      text: 'first [redacted:npm_token], then password="[redacted:secret_value]"',
      kinds: ['npm_token', 'secret_value'],
    });
  });

  it('is looked for elsewhere unless each rule takes it for a name', () => {
    const repeated = (text: string, secret: string) => {
      const looks = new Looks({});
      looks.first(text);
      return looks.second(`again ${secret}.`).text;
    };
    expect(repeated('token = getToken2Async', 'getToken2Async')).toBe('again getToken2Async.');
    expect(repeated('x://a:getToken2Async@h', 'getToken2Async')).toBe('again [redacted:url_password].');
    expect(repeated('--token getToken2Async', 'getToken2Async')).toBe('again [redacted:secret_value].');
    // A text that reads like a name is a password where a program expects one.
    expect(repeated('PGPASSWORD: getToken2Async', 'getToken2Async')).toBe('again [redacted:secret_value].');
    expect(repeated('url_token=x://a:getToken2Async@h', 'getToken2Async')).toBe('again [redacted:url_password].');
  });
});

describe('a text', () => {
  it('is looked at again after a replacement that lets another secret be seen', () => {
    const { text, kinds } = redacted(`${NPM}\nmysecret: k7Gq!x9Zp2 ${VAULT}`);
    expect(text).toBe('[redacted:npm_token]\nmysecret: [redacted:secret_value] [redacted:hashicorp_vault]');
    expect(kinds).toEqual(['npm_token', 'secret_value', 'hashicorp_vault']);
  });

  it('keeps what was replaced before', () => {
    for (const before of [
      'password=[redacted:npm_token]',
      'token: [redacted:secret_value]x1',
      '--token [redacted:jwt]',
      `${BEGIN}\n[redacted:npm_token]\n${END}`,
    ])
      expect(redacted(before)).toEqual({ text: before, kinds: [] });
    expect(redacted(`[redacted:npm_token] and ${NPM}`).text).toBe('[redacted:npm_token] and [redacted:npm_token]');
  });

  it('that is too short for a secret may hold the folder of a person', () => {
    const importing = createRedactor({ homePaths: true });
    expect(importing.redactText('in /home/j now')).toEqual({ text: 'in ~ now', kinds: ['home_path'] });
    expect(createRedactor({ emails: true }).redactText('a@b.io')).toEqual({
      text: '[redacted:email]',
      kinds: ['email'],
    });
    expect(importing.redactText('a@b.io').kinds).toEqual([]);
    expect(createRedactor({ emails: true }).redactText('in /home/j now').kinds).toEqual([]);
  });

  it('does not show elsewhere what is personal in one place', () => {
    const looks = new Looks({ emails: true, homePaths: true });
    looks.first('by k7Gq9xZ2.x@example.org in /home/k7Gq9xZ2m4');
    expect(looks.second('k7Gq9xZ2.x@example.org and /home/k7Gq9xZ2m4').kinds).toEqual([]);
  });

  it('keeps the names of its record', () => {
    const looks = new Looks({}, new Set(['k7Gq!x9Zp2']));
    looks.first('password=k7Gq!x9Zp2 token=q8Hr!y0Aq3');
    expect(looks.second('k7Gq!x9Zp2 q8Hr!y0Aq3')).toEqual({
      text: 'k7Gq!x9Zp2 [redacted:secret_value]',
      kinds: ['secret_value'],
    });
    expect(looks.second('nothing')).toEqual({ text: 'nothing', kinds: [] });
  });

  it('has signs that nobody sees, which go with a secret and stay elsewhere', () => {
    const unseen = '\u200b';
    const looks = new Looks({});
    expect(looks.first(`a${unseen}b ${NPM.split('').join(unseen)} c${unseen}d`).text).toBe(
      `a${unseen}b [redacted:npm_token] c${unseen}d`,
    );
    expect(looks.second(`e${unseen}f ${NPM.split('').join(unseen)}`).text).toBe(`e${unseen}f [redacted:npm_token]`);
  });

  it('has markers in place of ranges, and a sign for a home folder', () => {
    const ranges = [
      { kind: 'one', start: 0, end: 2 },
      { kind: 'home_path', start: 3, end: 4 },
    ];
    expect(replaceRanges('abcdef', ranges)).toBe('[redacted:one]c~ef');
    expect(replaceRanges('abc', [])).toBe('abc');
  });
});
