import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, tempFolder } from '@twicewise/testkit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instructionFile } from '../src/connect/instructions.ts';
import type { OurCommand } from '../src/connect/our-command.ts';

const NONE: OurCommand = { command: '', args: [], options: [] };
const file = instructionFile('AGENTS.md');

describe('a section of standing instructions', () => {
  it('stands beside whatever the person wrote, once, and goes without a trace of its own', () => {
    const line = fc.oneof(
      fc.constantFrom('', '# Mine', 'Use tabs.', '<!-- note -->', '\tx'),
      fc.string({ maxLength: 12 }),
    );
    const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, (before) => {
        const entered = file.insert(before, NONE);
        expect(file.has(entered)).toBe(true);
        expect(file.insert(entered, NONE)).toBe(entered);
        expect(entered.startsWith(before)).toBe(true);
        expect(file.others(entered)).toBe(file.others(before));
        expect(file.remove(entered).trimEnd()).toBe(before.trimEnd());
      }),
    );
  });

  it('is brought up to date where it stands, with what the person wrote around it', () => {
    const old = '# Mine\n\n<!-- twicewise: begin -->\nas it was\n<!-- twicewise: end -->\n\n# More\n';
    const entered = file.insert(old, NONE);
    expect(entered).toContain('memory_brief');
    expect(entered).not.toContain('as it was');
    expect([entered.startsWith('# Mine\n\n'), entered.endsWith('\n\n# More\n')]).toEqual([true, true]);
  });

  it.each([
    '<!-- twicewise: begin -->\nno end',
    '<!-- twicewise: begin -->\n<!-- twicewise: begin -->\n<!-- twicewise: end -->',
  ])('is refused where its marks are torn: %j', (text) => {
    expect(() => file.insert(text, NONE)).toThrow('do not stand in one pair');
  });
});

describe('twicewise connect --instructions', () => {
  let home: string;
  let data: string;
  let remove: () => void;
  beforeEach(() => {
    const folder = tempFolder('instructions');
    [home, data, remove] = [join(folder.path, 'home'), join(folder.path, 'memory'), folder.remove];
    mkdirSync(join(home, '.claude'), { recursive: true });
  });
  afterEach(() => remove());
  const run = (...args: string[]) =>
    runCommand(['connect', ...args, '--data', data], { cwd: home, env: { ...process.env, HOME: home } });

  it('writes the section only when it is wanted, and taking the program out takes it along', async () => {
    const own = join(home, '.claude/CLAUDE.md');
    writeFileSync(own, 'Use tabs.');
    await run('claude-code', '--yes');
    expect(readFileSync(own, 'utf8')).toBe('Use tabs.');
    expect((await run('claude-code', '--instructions', '--yes')).stdout).toContain('from their next session on');
    expect(readFileSync(own, 'utf8')).toContain('reflection_store');
    expect((await run('claude-code', '--instructions', '--yes')).stdout).toContain('is there already');
    await run('claude-code', '--remove', '--yes');
    expect(readFileSync(own, 'utf8')).toBe('Use tabs.');
    expect(existsSync(join(home, '.claude.json'))).toBe(false);
  });

  it('says where a program reads them, if not there', async () => {
    const { code, stderr } = await run('cursor', '--instructions', '--yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining('say --scope project')]);
    expect((await run('claude-desktop', '--instructions', '--yes')).code).toBe(2);
  });
});
