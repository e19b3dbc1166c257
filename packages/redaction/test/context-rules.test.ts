import { describe, expect, it } from 'vitest';
import { contextRules, isSecretName } from '../src/context-rules.ts';
import { MOST_PER_TEXT, work } from '../src/finding.ts';
import { leftByAll } from './rest.ts';

const PASSWORD = 'k7Gq!x9Zp2';
const TOKEN = 'k7Gq9xZ2m4Bv6Nc8Lp1W';
/** Forty signs of which many are no letter. */
const FORTY = 'k7Gq9xZ2m4/v6Nc8Lp1Wk7Gq9xZ2m4Bv6Nc8+p1W';
const left = (text: string) => leftByAll(contextRules, text).text;
const kindOf = (text: string) => leftByAll(contextRules, text).kinds.join();

describe('the name of a secret', () => {
  it.each([
    'password',
    'dbPassword',
    'passwort',
    'passwd',
    'passphrase',
    'passcode',
    'pwd',
    'pw',
    'DB_PWD',
    'my.pw',
    'secret',
    'clientSecret',
    'token',
    'API_KEY',
    'api-key',
    'apikey',
    'accessKey',
    'auth_key',
    'account_key',
    'private_key',
    'signing_key',
    'encryption_key',
    'master_key',
    'app_key',
    'credential',
    'credentials',
    'secrets',
    'APP_SECRET_PROD',
    'secret_key_base',
    'password-old-2',
    'password2',
    'tokenValue',
    'token_production',
    'token_dev',
    'token_staging',
    'token_live',
    'token_main',
    'token_new',
    'token_root',
    'token_admin',
    `${'x'.repeat(74)}secret`,
  ])('is %s', (name) => expect(isSecretName(name)).toBe(true));

  it.each([
    'key',
    'primaryKey',
    'passage',
    'compass',
    'lpw',
    'tokenizer',
    'secretary',
    'password_hint',
    'tokens_used',
    'password_1234567',
    'password_old_new_dev',
    'api__key',
    `${'x'.repeat(75)}secret`,
  ])('is not %s', (name) => expect(isSecretName(name)).toBe(false));
});

describe('an assigned value', () => {
  it.each([
    ['password=', ''],
    ['password = ', ' # of the shop'],
    ['password: ', ', user: jane'],
    ['password := ', ''],
    ['password => ', ''],
    ['password == ', ''],
    ['password === ', ''],
    ['"password": "', '"'],
    ["'password' => '", "'"],
    ['`password` = `', '`'],
    ['\\"password\\": \\"', '\\"'],
    ['\\\\"password\\\\": \\\\"', '\\\\"'],
    ['config["password"] = "', '";'],
    ['PASSWORD=', ';'],
    ['Passwort: ', '.'],
    ['DB_PASSWD=', ')'],
    ['pw: ', ']'],
    ['my password is ', ', he said'],
    ['the password was ', '.'],
    ['my password is:', ''],
    ['password    =    ', ''],
    ['password\t=\t', ''],
    ['token_dev="', '"'],
    ['/cb?token=', '&state=keep'],
    ['(secret: ', ')'],
    ['apikey: ', '}>.'],
    ['Credentials=', ''],
  ])('goes between %j and %j', (before, after) => {
    expect(left(`${before}${PASSWORD}${after}`)).toBe(`${before}*${after}`);
    expect(kindOf(`${before}${PASSWORD}${after}`)).toBe('secret_value');
  });

  it.each([
    ['the name is of something else', `passage = ${PASSWORD}`],
    ['there is no sign of an assignment', `password ${PASSWORD}`],
    ['there are too many blanks', `password     = ${PASSWORD}`],
    ['there are too many blanks behind it', `password =     ${PASSWORD}`],
    ['it is too short', 'password = k7Gq!x9'],
    ['it is too short within quotes', 'password = "k7Gq!x9"'],
    ['it is a placeholder', 'password = changeme1'],
    ['it is called', 'token: getToken(k7Gq)'],
    ['it is a list', 'token: [k7Gq9xZ2'],
    ['it is an object', 'token: {k7Gq9xZ2'],
    ['it is a type', 'token: Map<k7Gq9xZ2'],
    ['it is prose of nine characters', 'the password is k7Gq!x9Zp,'],
    ['it is prose without a digit', 'the password is kqxz!vbnmw'],
  ])('stays where %s', (_what, text) => expect(left(text)).toBe(text));

  it('in the manner of the environment may have brackets in it', () => {
    expect(left('TOKEN=k7(Gq)9xZ2!m')).toBe('TOKEN=*');
    expect(left('TOKEN: k7(Gq)9xZ2!m')).toBe('TOKEN: k7(Gq)9xZ2!m');
  });

  it('has at least eight and at most 300 characters, and the rest stays', () => {
    expect(left('password = "k7Gq!x9Z"')).toBe('password = "*"');
    expect(left('password = k7Gq!x9Z')).toBe('password = *');
    const long = 'k7Gq!x9Zp2'.repeat(30);
    expect(left(`password = "${long}"`)).toBe('password = "*"');
    expect(left(`password = "${long}x"`)).toBe(`password = "${long}x"`);
    expect(left(`password = ${long}xy`)).toBe('password = *xy');
  });

  it('ends before punctuation at its end, up to eight signs of it', () => {
    expect(left(`password=${PASSWORD},.)]}>,.`)).toBe('password=*,.)]}>,.');
    expect(left(`password=${PASSWORD},.)]}>,.,`)).toBe('password=*.)]}>,.,');
  });

  it('ends before the next parameter of an address', () => {
    for (const next of ['&a=1', '&a.b-c_d=', `&${'a'.repeat(40)}=x`]) {
      expect(left(`token=${PASSWORD}${next}`)).toBe(`token=*${next}`);
    }
    expect(left(`token=${PASSWORD}&a`)).toBe('token=*');
    expect(left(`token=${PASSWORD}&${'aB3xY9_kQz'.repeat(4)}7=x`)).toBe('token=*');
    expect(left('token=&a=k7Gq!x9Zp2')).toBe('token=&a=k7Gq!x9Zp2');
    expect(left('token=k7Gq&a=9xZ2m4')).toBe('token=k7Gq&a=9xZ2m4');
  });

  it('goes each time, with the last of equal texts in the match', () => {
    expect(left(`a password=${PASSWORD} and token: ${TOKEN}`)).toBe('a password=* and token: *');
    expect(left('password12=password12')).toBe('password12=password12');
  });

  it('may be a name in code, which is looked for nowhere else', () => {
    const mayBeName = (text: string) =>
      contextRules
        .flatMap((rule) => rule.find(text))
        .map((range) => range.mayBeName)
        .join();
    expect(mayBeName('token = getToken2Async')).toBe('true');
    expect(mayBeName('token => base64encode')).toBe('true');
    expect(mayBeName('token: base64encode')).toBe('false');
    expect(mayBeName('token: getToken2Async')).toBe('true');
    expect(mayBeName('token := base64encode')).toBe('true');
    expect(mayBeName('token = "getToken2Async"')).toBe('false');
    expect(mayBeName('API_TOKEN2=getToken2Async')).toBe('false');
    expect(mayBeName('TOKEN=getToken2Async')).toBe('false');
    expect(mayBeName('token=getToken2Async')).toBe('true');
    expect(mayBeName('password_PROD=getToken2Async')).toBe('true');
    expect(mayBeName('TOKEN =getToken2Async')).toBe('true');
    expect(mayBeName(`token = ${PASSWORD}`)).toBe('false');
  });

  it('goes with the rest of the text from the thousandth on, which is all that is looked at', () => {
    work.examined = 0;
    const text = `password= ${PASSWORD} `.repeat(MOST_PER_TEXT + 2);
    const ranges = contextRules.flatMap((rule) => rule.find(text));
    expect(ranges).toHaveLength(MOST_PER_TEXT);
    expect(ranges.at(-1)?.end).toBe(text.length);
    expect(work.examined).toBe(MOST_PER_TEXT);
  });
});

describe('a password in an address', () => {
  it.each([
    ['postgres://app:', '@db/main'],
    ['redis://:', '@[::1]:6379'],
    ['https://jane.doe+x:', '@1.example.org'],
    [`x://${'u'.repeat(128)}:`, '@h'],
  ])('goes between %s and %s', (before, after) => {
    for (const secret of [PASSWORD, 'abc', 'a:b@c', 'x'.repeat(3), 'Zq7'.repeat(85)])
      expect(left(`see ${before}${secret}${after}`)).toBe(`see ${before}*${after}`);
    expect(kindOf(`${before}${PASSWORD}${after}`)).toBe('url_password');
  });

  it.each([
    ['it is too short', 'x://app:ab@db'],
    ['it is a placeholder', 'x://app:postgres@db'],
    ['it has a bracket', 'x://app:a[bc@db'],
    ['there is no host', 'x://app:abcd@/db'],
    ['there is no colon', 'x://app@db'],
    ['it is no address', `app:${PASSWORD}@db`],
    ['there is a folder', 'x://app/a:abcd@db'],
    ['there is a blank', 'x://a b:abcd@db'],
    ['there is a blank in it', 'x://app:ab cd@db'],
    ['the name is long', `x://${'u'.repeat(129)}:abcd@h`],
    ['it is long', `x://u:${'Zq7'.repeat(86)}@h`],
  ])('stays where %s', (_what, text) => expect(left(text)).toBe(text));

  it('of OAuth goes', () => {
    expect(left('git clone https://k7-Gq_9x:x-oauth-basic@github.com/a')).toBe('git clone https://*:*@github.com/a');
    expect(kindOf('https://k7Gq9xZ2:x-oauth-basic@github.com')).toBe('url_token,url_password');
    expect(left('https://k7Gq9xZ:x-oauth-basic@github.com')).toBe('https://k7Gq9xZ:*@github.com');
  });
});

describe('a header', () => {
  it.each(['Bearer ', 'bearer  ', 'BEARER   ', 'Authorization: Bearer '])('with %j has a token', (before) => {
    expect(left(`"${before}${TOKEN}", and`)).toBe(`"${before}*", and`);
    expect(kindOf(`${before}${TOKEN}`)).toBe('bearer_token');
  });

  it.each([
    'Bearer authenticationmiddleware',
    'Bearer 1234567890123456',
    'Bearer k7Gq9xZ2m4Bv6Nc',
    'Bearer    k7Gq9xZ2m4Bv6Nc8',
    'Forbearer k7Gq9xZ2m4Bv6Nc8',
    'Bearer kqxz!vbnmwkqxz!vbnmw',
    'Bearer kQzX+vBnT~kWqZ=x',
    'Bearer authentication-2-middleware',
  ])('has none in %j', (text) => expect(left(text)).toBe(text));

  it('has a token of all signs that one may have', () => {
    expect(left('Bearer k7Gq9xZ2m4Bv6N.c_8~+/=-')).toBe('Bearer *');
    expect(left(`Bearer ${'k7Gq9xZ2'.repeat(256)}`)).toBe('Bearer *');
    expect(left(`Bearer ${'k7Gq9xZ2'.repeat(256)}x`)).toBe('Bearer *x');
  });

  const basic = Buffer.from('user:pass').toString('base64');
  it.each([
    'Authorization: Basic ',
    'authorization=basic ',
    'AUTHORIZATION : BASIC  ',
    '"Authorization": "Basic ',
    "\\'Authorization\\': \\'Basic ",
  ])('with %j has a name and a password', (before) => {
    expect(left(`${before}${basic}!`)).toBe(`${before}*!`);
    expect(kindOf(`${before}${basic}`)).toBe('basic_credential');
  });

  it.each(['user', 'nocolonhere', 'ünt:pass\u0001', 'user:pass\u007f'])('has none where %j is coded', (content) => {
    const text = `Authorization: Basic ${Buffer.from(content, 'latin1').toString('base64')}`;
    expect(left(text)).toBe(text);
  });

  it('has none where the header is another one, and none that is too long', () => {
    for (const text of [`Basic ${basic}`, `Authorization Basic ${basic}`, `Authorization: Digest ${basic}`])
      expect(left(text)).toBe(text);
    const coded = (length: number) =>
      `Authorization: Basic ${Buffer.from(`u:${'p'.repeat(length)}`).toString('base64')}`;
    expect(left(coded(198))).toBe('Authorization: Basic *');
    expect(left(coded(199))).toBe(coded(199));
  });
});

describe('settings of programs', () => {
  it.each([
    ['npmrc_auth', '//registry/:_authToken=', 'k7Gq9xZ2', ''],
    ['npmrc_auth', '_auth = ', 'k7Gq9xZ2', '"'],
    ['npmrc_auth', '//r/:_password=', 'kqxzvbn7', "'"],
    ['azure_account_key', 'AccountKey=', `${FORTY}==`, ';x'],
    ['azure_account_key', 'SharedAccessKey = ', FORTY.repeat(2), ';'],
    ['aws_secret_access_key', 'aws_secret_access_key = ', FORTY, ''],
    ['aws_secret_access_key', 'secretkey:', FORTY, ' '],
    ['aws_secret_access_key', 'AWS_SECRET_ACCESS_KEY="', FORTY, '"'],
    ['aws_secret_access_key', "secret_key' => '", FORTY, "'"],
    ['aws_secret_access_key', '\\"SecretAccessKey\\": \\"', FORTY, '\\"'],
  ])('hold a %s: %j', (kind, before, secret, after) => {
    expect(left(`see ${before}${secret}${after}`)).toBe(`see ${before}*${after}`);
    expect(kindOf(`${before}${secret}${after}`).split(',')).toContain(kind);
  });

  it.each([
    '_authToken=abcdefgh',
    '_authToken=k7Gq9xZ',
    '_authToken=changeme1',
    '_authToken=$TOKEN_1',
    '_authToken=[TOKEN_1]',
    `AccountKey=${FORTY.slice(1)}`,
    `accountkey ${FORTY}`,
    `secret_key = ${FORTY.slice(0, 20)}${'a'.repeat(20)}b.c.d`,
  ])('hold none in %j', (text) => expect(kindOf(text)).not.toMatch(/npmrc|azure|aws/));

  const aws = (text: string) => kindOf(text).includes('aws');
  it('hold the secret half of a key pair, of both cases and digits, and no longer', () => {
    for (const secret of [FORTY.toLowerCase(), 'abcdefghij'.repeat(4), `${FORTY}x`, `${FORTY}=`, FORTY.slice(1)])
      expect(aws(`secret_access_key = ${secret}`), secret).toBe(false);
    expect(aws(`secret_access_key = ${'xxxx'}${FORTY.slice(4)}`)).toBe(false);
  });

  it('hold it near the other half, before or behind it', () => {
    const id = `AKIA${'B7'.repeat(8)}`;
    const gap = (length: number) => '.'.repeat(length);
    const neighbour = (text: string) => left(text).includes('*');
    expect(left(`${id} / ${FORTY}, and`)).toBe(`${id} / *, and`);
    expect(left(`${FORTY} / ASIA${'B7'.repeat(8)}`)).toBe(`* / ASIA${'B7'.repeat(8)}`);
    expect(neighbour(`${id}${gap(280)}${FORTY}`)).toBe(true);
    expect(neighbour(`${id}${gap(280)}${FORTY}${gap(400)}${id}`)).toBe(true);
    expect(neighbour(`${id}${gap(281)}${FORTY}`)).toBe(false);
    expect(neighbour(`${FORTY}${gap(260)}${id}`)).toBe(true);
    expect(neighbour(`${FORTY}${gap(261)}${id}`)).toBe(false);
    const far = gap(400);
    expect(left(`${id}${far}${id} ${FORTY}${far}${FORTY}`)).toBe(`${id}${far}${id} *${far}${FORTY}`);
    expect(left(`${id}${far}${FORTY} ${id}`)).toBe(`${id}${far}* ${id}`);
    expect(left(`${id} ${FORTY}${far}${id} ${FORTY}`)).toBe(`${id} *${far}${id} *`);
    for (const secret of [`x${FORTY}`, `${FORTY}=`, FORTY.slice(1), FORTY.toLowerCase(), `/${FORTY}`])
      expect(neighbour(`${id} ${secret}`), secret).toBe(false);
    for (const other of ['AKIA', 'AKIAB', id.slice(1)]) expect(neighbour(`${other} ${FORTY}`)).toBe(false);
    expect(left(`${far}${id} ${FORTY}${far}${id}`)).toBe(`${far}${id} *${far}${id}`);
    expect(kindOf(`${id} ${FORTY}`)).toBe('aws_secret_access_key');
  });
});

describe('a command', () => {
  it.each([
    ['--password ', ' -v'],
    ["psql --password '", "'"],
    ['run --db-root-password  "', '"'],
    ['--api-key   ', ';'],
    ['--TOKEN ', '`'],
    ['curl -u jane:', ' https://x'],
    ['curl  -u  "jane:', '"'],
    ["curl --user 'jane:", "'"],
    ['mysql -u root -p', ' shop'],
    ['mariadb -h db -p', ''],
  ])('has one between %j and %j', (before, after) => {
    expect(left(`$ ${before}${PASSWORD}${after}`)).toBe(`$ ${before}*${after}`);
    expect(kindOf(`$ ${before}${PASSWORD}${after}`)).toBe('secret_value');
  });

  it.each([
    '--password changeme1',
    '--password k7Gq!x9',
    `--password    ${PASSWORD}`,
    `--passage ${PASSWORD}`,
    `password ${PASSWORD}`,
    `--${'x'.repeat(21)}-token ${PASSWORD}`,
    `--a-b-c-d-e-token ${PASSWORD}`,
    `curl -u jane ${PASSWORD}`,
    'curl -u jane:k7Gq!',
    `curl -u ${'j'.repeat(65)}:${PASSWORD}`,
    'curl -u jane:postgres',
    `curl-u jane:${PASSWORD}`,
    `grep -p${PASSWORD}`,
    `mysql-p${PASSWORD}`,
    `mysql -p=${PASSWORD}`,
    'mysql -pk7Gq!',
    'mysql -ppostgres',
  ])('has none in %j', (text) => expect(left(text)).toBe(text));

  it('has one of six characters where it is said for whom', () => {
    expect(left('curl -u jane:k7Gq!x')).toBe('curl -u jane:*');
    expect(left('mysql -pk7Gq!x')).toBe('mysql -p*');
    expect(left(`--a-b-c-${'x'.repeat(20)}-token ${PASSWORD}`)).toBe(`--a-b-c-${'x'.repeat(20)}-token *`);
  });
});

describe('an element', () => {
  it.each(['password', 'db-password', 'db.password', 'x:password', 'db_Password', `${'x'.repeat(20)}-token`])(
    'called %s has one',
    (name) => {
      expect(left(`<${name}>${PASSWORD}</${name}>`)).toBe(`<${name}>*</${name}>`);
      expect(kindOf(`<${name}>${PASSWORD}</${name}>`)).toBe('secret_value');
    },
  );

  it.each([
    `<passage>${PASSWORD}</passage>`,
    `<${'x'.repeat(21)}-token>${PASSWORD}</x>`,
    '<password>changeme1</password>',
    '<password>k7Gq!x9</password>',
    `<password>${PASSWORD} </password>`,
    `<password>${PASSWORD}`,
  ])('has none in %s', (text) => expect(left(text)).toBe(text));
});
