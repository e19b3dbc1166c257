import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor, MOST_PER_TEXT, redactRequest, work } from '@twicewise/redaction';
import { cleanTexts } from '@twicewise/redaction/clean-texts';
import { drawFrom, SECRET_KINDS, seeded } from '@twicewise/redaction/secret-samples';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { agentIn, TestCore } from './harness.ts';

// A record is redacted as a whole: what one of its texts shows to be a secret is one in all of them, and a key may be spread over
// several.

const redactor = createRedactor();
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const draw = drawFrom(seeded(22));
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0)) await clean();
});

/** True if any file of a memory contains a text. */
function isInFiles(folder: string, text: string): boolean {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.some((file) => readFileSync(join(file.parentPath, file.name)).includes(text));
}

/** Stores a lesson as an agent does; true if any file of the memory then contains the text. */
async function storedWith(lesson: object, text: string): Promise<boolean> {
  const core = new TestCore();
  cleanups.push(() => core.remove());
  const input = { taskDescription: 'Release the shop', outcome: 'failure', ...lesson };
  await core.call('reflection.store', input as never, agentIn('/work/shop'));
  return isInFiles(core.folder, text);
}

describe('a secret that is named once', () => {
  const value = `hunter2${'abc'}`;

  it('goes wherever it stands again in the same text, before and after', () => {
    const text = `tried ${value} first; PASSWORD=${value} in .env, later ${value} alone`;
    const { text: clean, kinds } = redactor.redactText(text);
    expect(clean).not.toContain(value);
    expect(kinds).toEqual(Array(3).fill('secret_value'));
    expect(clean).toContain('tried [redacted:secret_value] first');
  });

  it('goes from every field of the record, keys and identities included', () => {
    const record = {
      taskDescription: `Log in with ${value}`,
      sessionId: `run-${value}`,
      whatWorked: ['kept', `PGPASSWORD=${value} psql`],
      extra: { [value]: [{ deep: `again ${value}` }] },
    };
    const { value: clean, found } = redactRequest(redactor, record);
    expect(JSON.stringify(clean)).not.toContain(value);
    expect(clean.sessionId).toMatch(/^redacted:[0-9a-f]{32}$/);
    expect(found.map(({ path }) => path)).toContain('taskDescription');
    expect(redactor.redact(clean)).toEqual({ value: clean, found: [] });
  });

  it('is found by the name of its field as well', () => {
    const { value: clean } = redactor.redact({ extra: { dbPassword: value }, note: `it was ${value}` });
    expect(clean).toEqual({ extra: { dbPassword: '[redacted:secret_value]' }, note: 'it was [redacted:secret_value]' });
  });

  it('is left where it is a word: a password may be the name of a program', () => {
    const text = 'postgres://app:shop@db/main is the shop of the app; password: postgres, so postgres starts';
    expect(redactor.redactText(text).text).toBe(
      'postgres://app:[redacted:url_password]@db/main is the shop of the app; password: postgres, so postgres starts',
    );
  });

  it('in no file of the memory', async () => {
    expect(await storedWith({ whatWorked: ['the build'] }, value)).toBe(false);
    expect(await storedWith({ whatWorked: [`got in with ${value}`] }, value)).toBe(true);
    const lesson = { whatWorked: [`PASSWORD=${value}`], nextStrategy: `try ${value} again` };
    expect(await storedWith(lesson, value)).toBe(false);
  });
});

describe('a private key in parts', () => {
  const line = () => draw.text(`${ALNUM}+/`, 64);
  const lines = Array.from({ length: 8 }, line);
  const short = 'Qx7+a==';
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} RSA PRIVATE ${'KEY'}-----`) as [string, string];
  const block = [begin, ...lines, short, end];
  const FORMS: [string, (parts: string[]) => string][] = [
    ['a list in JSON', (parts) => JSON.stringify(parts)],
    ['a list in JSON, in lines', (parts) => JSON.stringify(parts, null, 2)],
    ['a list in YAML', (parts) => parts.map((part) => `  - ${part}`).join('\n')],
    ['a list in YAML, quoted', (parts) => parts.map((part) => `- "${part}"`).join('\n')],
    ['bullets', (parts) => parts.map((part) => `* ${part}`).join('\n')],
    ['lines of code', (parts) => parts.map((part) => `  '${part}\\n' +`).join('\n')],
    ['a diff', (parts) => parts.map((part) => `+${part}`).join('\r\n')],
    ['a quotation', (parts) => parts.map((part) => `> ${part}`).join('\n')],
  ];

  it.each(FORMS)('goes whole from %s, with its closing line and without', (_name, form) => {
    for (const parts of [block, block.slice(0, -1), block.slice(0, -2)]) {
      const { text } = redactor.redactText(`before\n${form(parts)}\nThen I restarted it`);
      for (const part of parts.slice(1)) expect(text).not.toContain(part);
      expect(text).toMatch(/^before\n[\s\S]*\nThen I restarted it$/);
    }
  });

  it('goes from the entries of a list, and leaves the entries around it', () => {
    const record = { whatWorked: ['kept the cache', ...block, 'Then I restarted it'], nextStrategy: 'Rotate it' };
    const { value, found } = redactor.redact(record);
    const gone = Array(block.length).fill('[redacted:private_key]');
    expect(value).toEqual({ ...record, whatWorked: ['kept the cache', ...gone, 'Then I restarted it'] });
    expect(found).toHaveLength(block.length);
    expect(redactor.redact(value)).toEqual({ value, found: [] });
  });

  it('goes from the entries of a list that the closing line is not in', () => {
    const { value } = redactor.redact({ whatWorked: [...block.slice(0, -2), 'Then I restarted it'], note: 'other' });
    expect(JSON.stringify(value)).not.toContain(lines.at(-1));
    expect(value).toMatchObject({ note: 'other' });
    expect(value.whatWorked.at(-1)).toBe('Then I restarted it');
  });

  it('in no file of the memory', async () => {
    expect(await storedWith({ whatWorked: block }, lines[5] ?? '')).toBe(false);
    expect(await storedWith({ extra: { key: block } }, lines.at(-1) ?? '')).toBe(false);
  });

  it('is not made of a list that only speaks of one', () => {
    const texts = [`grep -n "${begin}" finds them`, 'authenticationmiddleware is where to look', 'and so on'];
    const { value } = redactor.redact({ whatWorked: texts });
    expect(value.whatWorked.slice(1)).toEqual(texts.slice(1));
  });
});

describe('what nobody sees', () => {
  const UNSEEN = [
    '\u200b',
    '\u200d',
    '\u00ad',
    '\ufeff',
    '\u2060',
    '\u202e',
    '\ufe0f',
    '\u{e0041}',
    '\u0007',
    '\u180e',
  ];

  it.each(Object.entries(SECRET_KINDS))('hides no %s', (_kind, make) => {
    for (const unseen of UNSEEN) {
      const { text, secret } = make(draw);
      const at = text.indexOf(secret) + Math.floor(secret.length / 2);
      const { text: clean } = redactor.redactText(`seen ${text.slice(0, at)}${unseen}${text.slice(at)} end`);
      expect(clean.replaceAll(unseen, '')).not.toContain(secret);
      expect(clean).not.toContain(secret.slice(0, Math.floor(secret.length / 2)));
      expect(clean.startsWith('seen ') || clean.startsWith('[redacted:')).toBe(true);
    }
  });

  it('stays in texts that hold no secret, and around those that do', () => {
    const text = 'the \u200bfamily 👨‍👩‍👧 and a co\u00adop';
    expect(redactor.redactText(text)).toEqual({ text, kinds: [] });
    const { secret } = SECRET_KINDS.npm?.(draw) ?? { secret: '' };
    expect(redactor.redactText(`${text} ${secret.split('').join('\u200b')} ${text}`).text).toBe(
      `${text} [redacted:npm_token] ${text}`,
    );
  });

  it('is no way around a second pass: redacting twice changes nothing more', () => {
    const parts = fc.constantFrom(
      ...UNSEEN,
      'password=',
      'hunter2abc',
      ' ',
      'token: ',
      'a1B2c3D4e5',
      '"',
      'npm_',
      '\n',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 24 }), (all) => {
        const once = redactor.redactText(all.join(''));
        expect(redactor.redactText(once.text)).toEqual({ text: once.text, kinds: [] });
      }),
      { numRuns: 2000, seed: 23 },
    );
  });
});

describe('clean records', () => {
  it('are left alone: 1,000 of four texts each', () => {
    const texts = cleanTexts(4000);
    const hits = Array.from({ length: 1000 }, (_, at) => texts.slice(4 * at, 4 * at + 4)).filter(
      (whatWorked) => redactor.redact({ whatWorked }).found.length > 0,
    );
    expect(hits).toEqual([]);
  });
});

describe('work', () => {
  const SIZE = 65_536;
  const filled = (piece: string, size: number) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
  const different = (size: number) => {
    let text = '';
    while (text.length < size) text += `password= x${draw.text(ALNUM, 9)}7\n`;
    return text.slice(0, size);
  };
  function examined(text: string): number {
    work.examined = 0;
    redactor.redactText(text);
    return work.examined;
  }

  it.each([
    ['password= x', filled('password= x', SIZE)],
    ['pw= x1yz%', filled('pw= x1yz%', SIZE)],
    ['other values each time', different(SIZE)],
    ['addresses', filled('x://a:b1c@', SIZE)],
    ['options', filled('--password a1b2c3d4 ', SIZE)],
  ])('on 64 KB of secrets (%s) is bounded: beyond a thousand, all the rest goes at once', (_name, text) => {
    expect(examined(text)).toBeLessThan(8 * MOST_PER_TEXT);
    const { kinds, text: clean } = redactor.redactText(text);
    expect(kinds.length).toBeLessThanOrEqual(2 * MOST_PER_TEXT);
    expect(clean.length).toBeLessThan(2 * SIZE);
    expect(clean).not.toContain(text.slice(-40));
  });

  it.each([
    'password= x ',
    'token: getToken() ',
    'password= x&a=',
    'password= x)',
    'pwd',
    `-----BEGIN ${'PRIVATE KEY'}-----`,
  ])('on 64 KB of %j grows with the length and no faster', (piece) => {
    const [half, whole] = [examined(filled(piece, SIZE / 2)), examined(filled(piece, SIZE))];
    expect(whole).toBeLessThanOrEqual(2 * half + 8);
    expect(whole).toBeLessThan(SIZE / 4);
  });

  it('on a record does not grow with the number of its secrets times its length', () => {
    const whatWorked = Array.from({ length: 100 }, () => different(2000));
    work.examined = 0;
    redactor.redact({ whatWorked, nextStrategy: filled('a1B2c3D4 ', SIZE) });
    expect(work.examined).toBeLessThan(SIZE);
  });
});
