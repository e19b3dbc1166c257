import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLIENTS } from '../src/connect/clients.ts';
import { clientNamed, clientsLike } from '../src/connect/installed.ts';

let home: string;
let programs: string;
let remove: () => void;
beforeEach(() => {
  const folder = tempFolder('connect-names');
  [home, programs, remove] = [join(folder.path, 'home'), join(folder.path, 'programs'), folder.remove];
  mkdirSync(home);
  mkdirSync(programs);
});
afterEach(() => remove());

function run(...args: string[]) {
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: '', PATH: `${programs}:${process.env.PATH}` };
  return runCommand(['connect', ...args, '--data', join(home, 'memory')], { cwd: home, env });
}

describe('what twicewise connect finds', () => {
  it('is a program with a folder, or one that a shell would start; it says which', async () => {
    mkdirSync(join(home, '.cursor'));
    writeFileSync(join(programs, 'codex'), '#!/bin/sh\n');
    chmodSync(join(programs, 'codex'), 0o755);
    writeFileSync(join(programs, 'gemini'), 'no program');
    mkdirSync(join(programs, 'qwen'));
    const lines = (await run()).stdout.split('\n');
    const lineOf = (id: string) => lines.find((line) => line.startsWith(id));
    expect(lineOf('cursor')).toMatch(/found .*\(by .*\.cursor\)$/);
    expect(lineOf('codex')).toContain(`(by ${join(programs, 'codex')})`);
    expect(lineOf('gemini')).toContain('not found');
    expect(lineOf('qwen')).toContain('not found');
    const { stdout } = await run('--check');
    expect(stdout.match(/^\S+(?= +not entered)/gm)).toEqual(['cursor', 'codex']);
  });
});

describe('the name of a program', () => {
  it.each([
    ['Claude Code', 'claude-code'],
    ['claude', 'claude-code'],
    ['CLAUDE_CODE', 'claude-code'],
    ['Claude Desktop', 'claude-desktop'],
    ['codex cli', 'codex'],
    ['Codex-CLI', 'codex'],
    ['gemini', 'gemini'],
    ['GitHub Copilot CLI', 'copilot'],
    ['VS Code', 'vscode'],
    ['code', 'vscode'],
    ['Visual Studio Code', 'vscode'],
    ['factory', 'droid'],
    ['devin desktop', 'windsurf'],
    ['Kilo Code', 'kilo'],
  ])('%s means %s', (name, id) => {
    expect(clientNamed(name)?.id).toBe(id);
  });

  it('is understood by its id before anything else', () => {
    expect(CLIENTS.map(({ id }) => clientNamed(id)?.id)).toEqual(CLIENTS.map(({ id }) => id));
  });

  it.each([
    ['cluade', ['claude-code']],
    ['curser', ['cursor']],
    ['opencod', ['opencode']],
    ['clau', ['claude-code', 'claude-desktop']],
    ['emacs', []],
    ['', []],
    ['x'.repeat(100_000), []],
  ])('that is mistyped brings those most like it: %s', (typed, like) => {
    expect(clientsLike(typed).map(({ id }) => id)).toEqual(like);
  });

  it('needs no quotes on the command line, and changes nothing where it is unknown', async () => {
    const understood = await run('Claude', 'Code', '--print');
    expect([understood.code, understood.stdout]).toEqual([0, expect.stringContaining('.claude.json')]);
    const mistyped = await run('curser', '--yes');
    expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringContaining('Did you mean cursor? Clients: ')]);
    const two = await run('cursor', 'codex', '--yes');
    expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('Name one client')]);
    expect((await run()).stdout).not.toMatch(/ connected /);
  });
});
