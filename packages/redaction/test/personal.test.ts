import { describe, expect, it } from 'vitest';
import { emails, homePaths, isPersonal } from '../src/personal.ts';
import { createRedactor } from '../src/redactor.ts';
import { leftBy } from './rest.ts';

const importing = createRedactor({ homePaths: true, emails: true });

describe('a home folder', () => {
  it.each([
    '/home/jane',
    '/Users/jane',
    '/mnt/c/Users/jane',
    '/c/Users/jane',
    'C:\\Users\\jane',
    'c:\\\\Users\\\\jane',
    'D:/Users/jane',
    '/home/j.doe-2_x',
    '/home/Jörg',
    '/home/_build',
    '/home/7up',
    `/home/${'j'.repeat(64)}`,
    '/home/shared2',
  ])('with a name goes, whatever stands behind it: %s', (folder) => {
    expect(leftBy(homePaths, folder)).toBe('*');
    for (const after of [...'/\\ "\'`:;,)]}>\n\t']) {
      expect(leftBy(homePaths, `in (${folder}${after}src`), after).toBe(`in (*${after}src`);
    }
    expect(importing.redactText(`see ${folder}/src`)).toEqual({ text: 'see ~/src', kinds: ['home_path'] });
  });

  it.each([
    '/home/shared/x',
    '/Users/Shared/x',
    '/Users/Public/x',
    'C:\\Users\\Default\\x',
    'C:\\Users\\All Users\\x',
    '/Users/42/posts',
    '/home/1234567890',
    '/home/~/x',
    '/home/',
    '/home/-x',
    '/home/jane?tab=1',
    '/home/jane<b>',
    `/home/${'j'.repeat(65)}/x`,
    '/homes/jane/x',
    '/users/jane/x',
    '/mnt/cd/Users/jane/x',
    '/cd/Users/jane/x',
    'Users/jane/x',
    '/home//jane/x',
    'https://example.org/home/jane/x',
    'x/home/jane/y',
    '~/home/jane/y',
    './home/jane/y',
    '-/home/jane/y',
    '%/home/jane/y',
    'CD:\\Users\\jane\\x',
    'C:\\\\\\Users\\jane\\x',
    'C:Users\\jane',
  ])('is not %s', (text) => expect(leftBy(homePaths, text)).toBe(text));

  it('is found wherever it stands', () => {
    expect(leftBy(homePaths, 'cp /home/jane/a.ts /Users/42/b.ts /Users/j/c')).toBe('cp */a.ts /Users/42/b.ts */c');
  });
});

describe('a mail address', () => {
  it.each([
    'jane@example.org',
    'j.doe+x_1%y-z@mail.shop-2.example.museum',
    '12+jane@users.noreply.github.com',
    'a@a.b.c.d.e.f.gh',
    `${'j'.repeat(64)}@x.org`,
    `j@${'x'.repeat(63)}.org`,
    `j@x.${'o'.repeat(24)}`,
    'git@hub.org'.replace('git', 'digit'),
  ])('goes: %s', (address) => {
    for (const [before, after] of [
      ['', ''],
      ['by <', '>'],
      ['"', '".'],
      ['(', ')'],
      [' ', ', too'],
    ])
      expect(leftBy(emails, `${before}${address}${after}`)).toBe(`${before}*${after}`);
    expect(importing.redactText(`by ${address}!`)).toEqual({ text: 'by [redacted:email]!', kinds: ['email'] });
  });

  it.each([
    'git@github.com:a/b.git',
    'npm i @scope/pkg@1.2.3',
    'jane@localhost',
    'jane@example.o',
    `j@x.${'o'.repeat(25)}`,
    `${'j'.repeat(65)}@x.org`,
    `j@${'x'.repeat(64)}.org`,
    'a@a.b.c.d.e.f.g.hi',
    'https://jane@example.org',
    'x:jane@example.org',
    'x=jane@example.org',
    'jane@example.org/path',
    'jane@example.org_x',
    'jane@example.org-x',
    'jane@example.org7',
    'j@.org',
    '@example.org',
  ])('is not %s', (text) => expect(leftBy(emails, text)).toBe(text));
});

it('folders and addresses are personal, and secrets are not', () => {
  expect(['home_path', 'email', 'npm_token', ''].map(isPersonal)).toEqual([true, true, false, false]);
});
