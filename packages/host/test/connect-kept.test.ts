import { describe, expect, it } from 'vitest';
import { findClient, type Machine } from '../src/connect/clients.ts';
import type { ConfigFile } from '../src/connect/config-file.ts';
import type { OurCommand } from '../src/connect/our-command.ts';

const WHERE: Machine = { home: '/h', project: '/p', platform: 'linux', environment: {} };
const program = (data: string): OurCommand => ({
  command: '/bin/node',
  args: ['/x/twicewise.mjs'],
  options: ['--data', data],
});

/** A program's configuration file that holds one of these. */
function fileOf(client: string, holds: readonly ConfigFile['holds'][]): ConfigFile {
  const found = findClient(client)
    ?.files(WHERE, 'user')
    .find((file) => holds.includes(file.holds));
  if (!found) throw new Error(`${client} has no such file`);
  return found;
}

const serverOf = (client: string) => fileOf(client, ['server', 'both']);

describe('what a person added to our entry', () => {
  it.each(['claude-code', 'cursor', 'gemini', 'qwen', 'copilot', 'vscode', 'zed', 'droid'])(
    'survives entering again from another place: %s',
    (client) => {
      const file = serverOf(client);
      const theirs = file
        .insert('', program('/one'))
        .replace('"command"', '"env": { "A": "1" }, "timeout": 9000, "command"');
      const again = file.insert(theirs, program('/two'));
      expect(again).toContain('"timeout": 9000');
      expect(JSON.stringify(JSON.parse(again))).toContain('"env":{"A":"1"}');
      expect(again).toContain('/two');
      expect(again).not.toContain('/one');
    },
  );

  it('survives in a TOML file, too', () => {
    const file = serverOf('codex');
    const theirs = `${file.insert('', program('/one'))}startup_timeout_sec = 30\n`;
    const again = file.insert(theirs, program('/two'));
    expect(again).toContain('startup_timeout_sec = 30');
    expect(again).toContain('/two');
    expect(file.insert(again, program('/two'))).toBe(again);
  });

  it('is no reason to move our table in a TOML file, nor is what the program wrote behind it', () => {
    const file = serverOf('codex');
    const theirs = `${file.insert('', program('/one'))}env = { A = "1" }\n\n[tui]\nscreen_reader_detection_done = true\n`;
    expect(file.insert(theirs, program('/one'))).toBe(theirs);
  });

  it.each(['claude-code', 'codex', 'cursor', 'copilot'])('survives in a hook, too: %s', (client) => {
    const file = fileOf(client, ['hooks']);
    const theirs = file.insert('', program('/one')).replaceAll('"timeout', '"env": { "A": "1" }, "timeout');
    const again = file.insert(theirs, program('/two'));
    expect(again.match(/"A": "1"/g)).toEqual(theirs.match(/"A": "1"/g));
    expect([again.includes('/two'), again.includes('/one')]).toEqual([true, false]);
  });

  it('counts where we would say otherwise: no trust stays no trust', () => {
    const file = serverOf('gemini');
    const entered = file.insert('', program('/one'));
    expect(JSON.parse(entered).mcpServers.twicewise).toMatchObject({ trust: true });
    const theirs = entered.replace('"trust": true', '"trust": false');
    expect(JSON.parse(file.insert(theirs, program('/one'))).mcpServers.twicewise).toMatchObject({ trust: false });
  });
});

describe('the permission for our tools in Claude Code', () => {
  const file = fileOf('claude-code', ['hooks']);
  const allowed = (text: string) => JSON.parse(text).permissions?.allow;

  it('is offered with the hooks, beside what is allowed already, and goes with them', () => {
    const before = '{\n  "permissions": {\n    "allow": ["Bash(npm test)"],\n    "deny": ["Read(.env)"]\n  }\n}\n';
    const entered = file.insert(before, program('/one'));
    expect(JSON.parse(entered).permissions).toEqual({
      allow: ['Bash(npm test)', 'mcp__twicewise'],
      deny: ['Read(.env)'],
    });
    expect(file.others(entered)).toEqual(file.others(before));
    expect(JSON.parse(file.remove(entered))).toEqual(JSON.parse(before));
    expect(allowed(file.insert('', program('/one')))).toEqual(['mcp__twicewise']);
    expect(file.remove(file.insert('', program('/one'))).trim()).toBe('{}');
  });

  it.each([
    '{ "permissions": {} }',
    '{ "permissions": { "allow": [] } }',
    '{ "permissions": { "allow": [], "deny": ["Read(.env)"] } }',
  ])('is entered where the lists of rules are empty, and nothing else changes: %s', (before) => {
    const entered = file.insert(before, program('/one'));
    expect(allowed(entered)).toEqual(['mcp__twicewise']);
    expect(file.others(entered)).toEqual(file.others(before));
    expect(file.others(file.remove(entered))).toEqual(file.others(before));
  });

  it('is not entered again by whoever took it out, and is spoken of instead', () => {
    const entered = file.insert('', program('/one'));
    const without = entered.replace(/"mcp__twicewise"/, '');
    const again = file.insert(without, program('/two'));
    expect(allowed(again)).toEqual([]);
    expect(file.notes?.(again)).toEqual([expect.stringContaining('mcp__twicewise')]);
    expect(file.notes?.(entered)).toEqual([]);
  });

  it.each(['ask', 'deny'])('is not offered to whoever has a rule of their own: %s', (kind) => {
    const before = JSON.stringify({ permissions: { [kind]: ['mcp__twicewise__reflection_store'] } });
    const entered = file.insert(before, program('/one'));
    expect(allowed(entered)).toBeUndefined();
    expect(JSON.parse(file.remove(entered))).toEqual(JSON.parse(before));
  });

  it('leaves alone what is no list of rules', () => {
    expect(() => file.insert('{ "permissions": { "allow": "all" } }', program('/one'))).toThrow('is not a list');
  });
});
