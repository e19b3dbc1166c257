import { describe, expect, it } from 'vitest';
import { createRedactor } from '../src/redactor.ts';

describe('cost', () => {
  const LARGE = 65_536;
  const unit = (text: string) => text.repeat(Math.ceil(LARGE / text.length)).slice(0, LARGE);
  const pieces = [
    'a',
    'eyJ',
    'eyJa.',
    '@',
    'a:',
    '://',
    '://a:a',
    'http://',
    '-',
    '-----BEGIN ',
    `-----BEGIN ${'PRIVATE KEY'}-----`,
  ];
  pieces.push(
    'password',
    'password=',
    'token: ',
    'sk-',
    'sk-ant-',
    'ghs_1_',
    'ghs_1_a.',
    'ops_ey',
    'SG.a.',
    'xoxb-1-',
    'AKIA',
  );
  pieces.push(
    'a1',
    'aA1/',
    '--a-',
    '--password ',
    'Bearer ',
    '[redacted:',
    '\\n',
    '"',
    'M.',
    '1234567890:',
    '/home/a',
    'a@a.',
    'sig=',
  );
  const importing = createRedactor({ homePaths: true, emails: true });

  it.each(pieces)('64 KB of %j in bounded work', (piece) => {
    const before = process.cpuUsage();
    importing.redactText(unit(piece));
    importing.redactText(`${unit(piece)}!`);
    const { user, system } = process.cpuUsage(before);
    // Linear work takes a few milliseconds. Processor time leaves out what other processes do meanwhile.
    expect((user + system) / 1000).toBeLessThan(400);
  });
});
