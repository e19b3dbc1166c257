import { describe, expect, it } from 'vitest';
import { PASSWORD_VARIABLES } from '../src/gate.ts';
import { vendorContext } from '../src/vendor-context.ts';
import { leftByAll } from './rest.ts';

const left = (text: string) => leftByAll(vendorContext, text).text;
const kindsOf = (text: string) => leftByAll(vendorContext, text).kinds;

const HEX = '7f3a9c1e52d4b8e09c617d0e8f2a4b95';
const UUID = '3f9a1c7e-52d4-4b8e-9c61-7d0e8f2a4b95';
const MIXED = 'k7Gq9xZ2m4Bv6Nc8Lp1Wr3Ty';

describe('a key behind the name of a service', () => {
  it.each([
    'cloudflare',
    'heroku',
    'circleci',
    'circle-ci',
    'okta',
    'fastly',
    'algolia',
    'datadog',
    'snyk',
    'twilio',
    'codecov',
    'travis',
    'appveyor',
    'linode',
    'vultr',
    'wandb',
    'weights & biases',
    'weights&biases',
    'mistral',
    'cohere',
    'deepgram',
    'assemblyai',
    'assembly-ai',
    'openweather',
    'pagerduty',
    'pager-duty',
    'zendesk',
    'asana',
    'trello',
    'bugsnag',
    'rollbar',
    'honeycomb',
    'logdna',
    'papertrail',
    'pusher',
    'intercom',
    'segment',
    'amplitude',
    'mixpanel',
    'airtable',
    'hcloud',
    'hetzner',
    'scaleway',
    'gemini',
    'railway',
    'bitbucket',
    'dropbox',
    'mapbox',
    'azure',
    'discord',
    'spotify',
    'strava',
    'stripe',
    'sonarcloud',
    'coveralls',
    'newrelic',
    'sentry',
  ])('goes: %s', (service) => {
    for (const name of [service, service.toUpperCase(), `the ${service}`]) {
      expect(left(`${name} token ${HEX}!`), name).toBe(`${name} token *!`);
      expect(kindsOf(`${name} token ${HEX}`)).toEqual(['service_key']);
    }
  });

  it.each([
    ['Heroku api key ', ''],
    ['HEROKU_API_KEY=', ''],
    ['HEROKU-API-KEY:  ', ''],
    ['Heroku personal access token: `', '`'],
    ['"HEROKU_AUTH_TOKEN": "', '"'],
    ["heroku key' = '", "'"],
    ['Heroku_global_account_secrets ', ','],
    ['heroku master password was ', '.'],
    ['heroku deploy key is ', ''],
    ['heroku write keys of ', ''],
    ['heroku admin token like (', ')'],
    ['heroku app key called <', '>'],
    ['heroku client secret to ', ''],
    ['heroku license key now ', ''],
    ['heroku bearer credential\t', ''],
    ['herokutoken ', ''],
    ['heroku  key``= ``', '``'],
  ])('goes between %j and %j', (before, after) => {
    for (const key of [HEX, UUID, MIXED, HEX + HEX, `12/1234567890:${HEX}`]) {
      expect(left(`(${before}${key}${after}`)).toBe(`(${before}*${after}`);
    }
  });

  it.each([
    ['no service is named', `the token ${HEX}`],
    ['another word has that name in it', `myheroku token ${HEX}`],
    ['it is not said to be one', `heroku commit ${HEX}`],
    ['other words stand between', `heroku has a good token ${HEX}`],
    ['words stand before it that say nothing', `heroku token has ${HEX}`],
    ['it is too short', `heroku token ${HEX.slice(0, 23)}`],
    ['more follows', `heroku token 12/1234567890:${HEX}0`],
    ['it is a placeholder', 'heroku token your_api_key_goes_here_1234'],
    ['it has no digit', 'heroku token abcdefghijklmnopqrstuvwx'],
    ['it has no letter', `heroku token ${'1234567890'.repeat(4)}`],
    ['it has few signs', 'heroku token abc123abc123abc123abc123ab'],
    ['it has one sign most of the time', `heroku token ${'a'.repeat(64)}bcdefghij1`],
    ['it has nine signs', 'heroku token abcdefgh1abcdefgh1abcdefgh1'],
    ['it stands further on', `heroku token =:=: ${HEX}`],
    ['nothing stands between', `herokutoken${HEX}`],
  ])('stays where %s', (_what, text) => expect(kindsOf(text)).not.toContain('service_key'));
});

it('a key behind the name of a service has ten signs, and three bits of them', () => {
  expect(left('heroku token abcdefgh12abcdefgh12abcd')).toBe('heroku token *');
});

describe('a key behind a word for one', () => {
  it.each([
    'key',
    'token',
    'secret',
    'password',
    'api key',
    'access token',
    'auth-token',
    'personal_token',
    'refresh token',
    'deploy key',
    'bearer token',
    'secret key',
    'private key',
    'TOKEN',
    'KEY',
  ])('goes behind %s', (name) => {
    expect(left(`the ${name} ${MIXED} after a day`)).toBe(`the ${name} * after a day`);
    expect(kindsOf(`${name} ${MIXED}`)).toEqual(['secret_value']);
    for (const around of ['""', "''", '``', '()']) {
      const [open, close] = around;
      expect(left(`${name} ${open}${MIXED}${close}`)).toBe(`${name} ${open}*${close}`);
    }
  });

  it.each([`token\n${MIXED}`, `key\n"${MIXED}"`, `the token (\`${MIXED}\`)`, `secret ${MIXED.repeat(5)}`])(
    'goes in %j',
    (text) => expect(left(text)).toContain('*'),
  );

  it.each([
    ['another word ends so', `monkey ${MIXED}`],
    ['there are two blanks', `token  ${MIXED}`],
    ['it is too short', `token ${MIXED.slice(1)}`],
    ['it is too long', `token ${MIXED.repeat(5)}x`],
    ['it is part of more', `token ${MIXED}.js`],
    ['it is a folder', `token ${MIXED}/a`],
    ['it has one case', `token ${HEX}`],
    ['it is a placeholder', `token example_${MIXED}`],
    ['it has few signs', `token ${'aB3'.repeat(10)}`],
    ['it is joined of words', 'token parseExpressionStatement-With-Recovery2'],
    ['it is joined of words and a hash', `key Linux-Node20-${HEX}${HEX}`],
  ])('stays where %s', (_what, text) => expect(left(text)).toBe(text));

  it('is told from joined words by its changes, one in five, and by sixteen signs without hashes', () => {
    // Six changes in 30 signs, and five.
    expect(left('key abcdeF7ghijK8lmnopqR9stuvwxyz0')).toBe('key *');
    expect(left('key abcdefghijklmnopqrstuvwxyZ7ghij')).toBe('key abcdefghijklmnopqrstuvwxyZ7ghij');
    expect(left(`key k7Gq9xZ2m4Bv6Nc8-${'0f'.repeat(6)}`)).toBe('key *');
    expect(left(`key k7Gq9xZ2m4Bv6Nc-${'0f'.repeat(6)}`)).toBe(`key k7Gq9xZ2m4Bv6Nc-${'0f'.repeat(6)}`);
    expect(left(`key k7Gq9xZ2m4Bv6Nc-${'0f'.repeat(2)}0-xy`)).toBe('key *');
    expect(left(`key k7Gq9xZ2m4Bv6Nc-x${'0f'.repeat(6)}`)).toBe('key *');
    expect(left(`key k7Gq9xZ2m4Bv6Nc-${'0f'.repeat(6)}x`)).toBe('key *');
    expect(left('key Alpha1-Beta2-Gamma3-Delta4-Eps5')).toBe('key Alpha1-Beta2-Gamma3-Delta4-Eps5');
    expect(left(`key ABCDEFGH_ABCDEFGH-${'0f'.repeat(6)}`)).toBe(`key ABCDEFGH_ABCDEFGH-${'0f'.repeat(6)}`);
    expect(left('key K7-G8-Q9-X1-Z2-M3-B4-V5')).toBe('key K7-G8-Q9-X1-Z2-M3-B4-V5');
  });
});

describe('a key that its form alone shows', () => {
  const forty = `${MIXED}-${MIXED.slice(0, 15)}`;
  const okta = `00${MIXED}_${MIXED.slice(0, 15)}`;

  it.each([
    ['api_token', forty],
    ['api_token', `${HEX}7f3a9`],
    ['okta_token', okta],
  ])('%s goes wherever it stands: %s', (kind, key) => {
    expect(kindsOf(key)).toEqual([kind]);
    for (const [before, after] of ['()', '""', '  ', "';", '>,'].map((around) => [...around])) {
      expect(left(`see ${before}${key}${after} there`)).toBe(`see ${before}*${after} there`);
    }
    for (const before of ['x', '7', '/', '+', '.', '-', '_']) expect(kindsOf(`${before}${key}`)).toEqual([]);
    for (const after of ['x', '7', '/', '+', '=', '-', '_']) expect(kindsOf(`${key}${after}`)).toEqual([]);
  });

  it('of forty signs is no part of an address or of a name', () => {
    for (const before of ['@', '%']) expect(kindsOf(`${before}${forty}`)).toEqual([]);
    for (const after of ['.js', ':8080', '@x', '%20', '. Then'.slice(0, 1)]) {
      expect(kindsOf(`${forty}${after}`)).toEqual([]);
    }
  });

  it('of forty signs has both cases and digits, many signs, and is not joined of words', () => {
    for (const text of [
      `${HEX}01234567`,
      MIXED.toUpperCase() + MIXED.slice(0, 16).toUpperCase(),
      `${'aB3'.repeat(13)}a`,
      `parseExpressionStatement-With-Recovery2x`,
      `example-${MIXED}-k7Gq9xZ`,
    ]) {
      expect(text).toHaveLength(40);
      expect(kindsOf(text), text).toEqual([]);
    }
  });

  it('of thirty-seven digits has many of them', () => {
    for (const text of [`${'a1'.repeat(18)}b`, 'a'.repeat(37), `${'1'.repeat(37)}`, HEX, `${HEX}7f3a`])
      expect(kindsOf(text), text).toEqual([]);
    expect(kindsOf(`${HEX}7F3A9`)).toEqual([]);
  });

  it('of Okta has both cases and digits, and is not joined of words', () => {
    expect(kindsOf(`00${'parseExpressionStatement-With-Recovery2x'}`)).toEqual([]);
    expect(kindsOf(`00${`${HEX}01234567`}`)).toEqual([]);
    expect(kindsOf(okta.replace('00', '01'))).toEqual([]);
  });
});

describe('a variable that programs read a password from', () => {
  it.each(PASSWORD_VARIABLES)('%s has one, however short', (name) => {
    for (const [before, after] of [
      ['=', ' psql'],
      ['=', ';'],
      ["='", "'"],
      ['="', '"'],
      [': ', ','],
      ['": "', '"'],
      ["' = '", "'"],
      ['  =  ', ')'],
    ]) {
      expect(left(`(${name}${before}abcd${after}`)).toBe(`(${name}${before}*${after}`);
      expect(kindsOf(`${name}${before}abcd${after}`)).toEqual(['secret_value']);
    }
    expect(left(`${name}=${'k7Gq'.repeat(50)}`)).toBe(`${name}=*`);
    expect(left(`${name}=${'k7Gq'.repeat(50)}x`)).toBe(`${name}=*x`);
    for (const value of ['abc', '$DB_PASSWORD', '<password>', 'changeme', `${'$'}{PW:?}`, '   abcd', 'abc&d', '|cat'])
      expect(left(`${name}=${value}`)).toBe(`${name}=${value}`);
    expect(left(`MY${name}=abcd`)).toBe(`MY${name}=abcd`);
    expect(left(`${name} abcd`)).toBe(`${name} abcd`);
  });
});
