import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { claudeHooksFor, claudeVersion } from '../src/connect/claude-version.ts';
import { CLAUDE_CODE } from '../src/connect/hook-events.ts';
import { nestedHooks } from '../src/connect/nested-hooks.ts';
import { findOurCommand, hookLine, isOurHook, OWN_ENTRY } from '../src/connect/our-command.ts';
import { shellLine } from '../src/connect/shell-line.ts';

const folder = tempFolder('hook-lines');
afterAll(() => folder.remove());

/** Prints its arguments, each as JSON. */
const PRINT = 'console.log(JSON.stringify(process.argv.slice(2)))';

describe('the line of a hook', () => {
  const word = fc.string({ unit: fc.constantFrom(...` '"$\`\\!*?&|;<>(){}[]#~%^=,äß語🦊-ab/.\n\t`), maxLength: 20 });

  it.skipIf(process.platform === 'win32')('gives each word to the program as it is, through the real shell', () => {
    const script = join(folder.path, 'print.cjs');
    writeFileSync(script, PRINT);
    fc.assert(
      fc.property(fc.array(word, { minLength: 20, maxLength: 40 }), (words) => {
        const line = shellLine([process.execPath, script, ...words], 'linux');
        expect(JSON.parse(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' }))).toEqual(words);
      }),
      { numRuns: 25 },
    );
  });

  it('holds no variable that a program would put in before the shell reads it', () => {
    const line = shellLine(['/a b/$HOME', `/it's/\${PATH}`, '$$x'], 'linux');
    expect(line).not.toMatch(/\$(?:\w|\{)/);
  });

  it.skipIf(process.platform === 'win32')('starts us in folders of any name', () => {
    for (const name of ['a b', "it's", 'a"b', '$HOME', '`id`', 'ünï-語', '-x', 'a;b&c']) {
      const at = join(folder.path, name);
      mkdirSync(at);
      const entry = join(at, 'twicewise.mjs');
      writeFileSync(entry, PRINT.replace('slice(2)', 'slice(1)'));
      const line = hookLine(findOurCommand(join(at, 'data'), name, entry), 'SessionStart', 'codex');
      const said = JSON.parse(execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' }));
      expect(said).toEqual([
        entry,
        ...['hook', 'SessionStart', '--agent', 'codex', '--data', join(at, 'data'), '--project', name],
      ]);
      expect(isOurHook({ type: 'command', command: line })).toBe(true);
    }
  });

  it('is one that Git’s sh, PowerShell and cmd read alike on Windows', () => {
    const program = { command: 'C:\\Program Files\\nodejs\\node.exe', args: ['C:\\a b\\twicewise.mjs'], options: [] };
    const line = hookLine(program, 'SessionStart', 'gemini', 'win32');
    expect(line).toBe('node "C:/a b/twicewise.mjs" hook SessionStart --agent gemini');
    expect(isOurHook({ command: line })).toBe(true);
    const plain = { ...program, command: 'C:\\node\\node.exe', args: ['C:\\it\\twicewise.mjs'] };
    expect(hookLine(plain, 'Stop', 'gemini', 'win32')).toMatch(/^node C:\/it\/twicewise\.mjs hook/);
  });
});

describe('an entry of before, with a list of arguments', () => {
  const path = join(folder.path, 'settings.json');
  const file = nestedHooks(path, CLAUDE_CODE);
  const program = findOurCommand('/data', null);
  const old = (event: string) => ({
    hooks: [
      { type: 'command', command: '/old/node', args: [OWN_ENTRY, 'hook', event, '--data', '/data'], timeout: 10 },
    ],
  });
  const mine = { matcher: 'startup', hooks: [{ type: 'command', command: 'mine hook twicewise' }] };
  const text = JSON.stringify({
    hooks: { SessionStart: [mine, old('SessionStart')], SessionEnd: [old('SessionEnd')] },
  });

  it('is corrected by entering, and taken out by removing', () => {
    const { hooks } = JSON.parse(file.insert(text, program));
    expect(hooks.SessionStart).toEqual([
      mine,
      { hooks: [{ type: 'command', command: hookLine(program, 'SessionStart'), timeout: 10 }] },
    ]);
    expect(JSON.stringify(hooks)).not.toContain('/old/node');
    expect(JSON.parse(file.remove(text))).toEqual({ hooks: { SessionStart: [mine] } });
  });
});

describe('for a Claude Code that is', () => {
  const program = findOurCommand('/data', null);
  const settings = join(folder.path, 'settings.json');

  /** The events that are entered while a Claude Code of this version is on the PATH. */
  function entered(version: string, text = ''): string[] {
    const at = join(folder.path, `claude-${version}`);
    const own = join(at, 'lib/node_modules/@anthropic-ai/claude-code');
    mkdirSync(join(at, 'bin'), { recursive: true });
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'package.json'), JSON.stringify({ name: '@anthropic-ai/claude-code', version }));
    writeFileSync(join(own, 'cli.js'), '', { mode: 0o755 });
    if (!existsSync(join(at, 'bin/claude'))) symlinkSync(join(own, 'cli.js'), join(at, 'bin/claude'));
    const file = nestedHooks(settings, claudeHooksFor({ PATH: `/nowhere:${join(at, 'bin')}` }));
    return Object.keys(JSON.parse(file.insert(text, program)).hooks);
  }
  const ALL = [
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUse',
    'PostToolUseFailure',
    'Stop',
    'PreCompact',
    'SessionEnd',
  ];
  const KNOWN = ALL.filter((event) => event !== 'PostToolUseFailure');

  it.skipIf(process.platform === 'win32')('too old for an event, that event is left out, and taken out', () => {
    expect(entered('2.1.330')).toEqual(ALL);
    expect(entered('2.0.57')).toEqual(ALL);
    expect(entered('2.0.55')).toEqual(KNOWN);
    const newer = nestedHooks(settings, CLAUDE_CODE).insert('', program);
    expect(entered('2.0.54', newer)).toEqual(KNOWN);
  });

  it.skipIf(process.platform === 'win32')('installed by its own installer, its version is the name of its file', () => {
    const versions = join(folder.path, 'share/claude/versions');
    mkdirSync(versions, { recursive: true });
    writeFileSync(join(versions, '2.0.54'), '', { mode: 0o755 });
    mkdirSync(join(folder.path, 'native'));
    symlinkSync(join(versions, '2.0.54'), join(folder.path, 'native/claude'));
    expect(claudeVersion({ PATH: join(folder.path, 'native') })).toBe('2.0.54');
    expect(claudeVersion({ PATH: versions })).toBeNull();
  });
});

describe('what is not ours', () => {
  it.each([
    { command: 'echo twicewise.mjs' },
    { command: 'node /x/twicewise.mjs mcp' },
    { command: 'node /x/other.mjs hook SessionStart' },
    { command: '/x/twicewise.mjs.bak hook SessionStart' },
    { args: ['hook', 'x'] },
    null,
    7,
  ])('%j', (handler) => {
    expect(isOurHook(handler)).toBe(false);
  });
});
