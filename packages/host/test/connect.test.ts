import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError } from '@twicewise/contract';
import { atHome, runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import fc from 'fast-check';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, planInsert, planRemove } from '../src/connect/change.ts';
import { type AgentClient, CLIENTS, findClient, type Machine, type Scope } from '../src/connect/clients.ts';
import type { ConfigFile } from '../src/connect/config-file.ts';
import { withValue } from '../src/connect/json-text.ts';
import { findOurCommand } from '../src/connect/our-command.ts';

let folder: ReturnType<typeof tempFolder>;
let where: Machine;
let backups: string;
beforeEach(() => {
  folder = tempFolder('connect');
  where = {
    home: join(folder.path, 'a home'),
    project: join(folder.path, 'a project'),
    platform: 'linux',
    environment: {},
  };
  backups = join(folder.path, 'backups');
  mkdirSync(where.home);
  mkdirSync(where.project);
});
afterEach(() => folder.remove());

const program = findOurCommand('/data with space', null);

/** Every configuration file, per program and scope, except our own, for which see `connect-own-files.test.ts`. */
const PLACES = CLIENTS.flatMap((client) =>
  client.scopes.flatMap((scope) => [0, 1].map((index) => [client, scope, index] as const)),
).filter(([client, scope, index]) => {
  const file = client.files(placeholder(), scope)[index];
  return file !== undefined && !file.isOwn;
});

function placeholder(): Machine {
  return { home: '/home', project: '/project', platform: 'linux', environment: {} };
}

const isToml = (file: ConfigFile) => file.path.endsWith('.toml');
const parse = (file: ConfigFile, text: string): unknown => (isToml(file) ? parseToml(text) : parseJson(text));

/** Contents that a person's file may have, by kind of file. */
const CONTENTS: Readonly<Record<string, { json: string; toml: string }>> = {
  'is empty': { json: '', toml: '' },
  'holds an empty object': { json: '{}', toml: '\n' },
  'holds comments and tabs': {
    json: '{\n\t// mine\n\t"theme": "dark", /* and */\n\t"list": [1,2,  3],\n}\n',
    toml: '# mine\nmodel = "o9" # why\n\n[profiles.fast]\neffort = "low"\n',
  },
  'holds other servers': {
    json: '{"a":1,"mcpServers":{"other":{"command":"x"}},"servers":{"other":{"command":"x"}},"context_servers":{"other":{"command":"x"}},"hooks":{"SessionStart":[{"matcher":"startup","hooks":[{"type":"command","command":"mine"}]}]}}',
    toml: '[mcp_servers.other]\ncommand = "x"\n\n[mcp_servers.other.env]\nA = "b"\n\n[tools]\nweb = true\n',
  },
  'has lines that end as on Windows': {
    json: '{\r\n    "a": 1,\r\n    "b": {\r\n        "c": []\r\n    }\r\n}\r\n',
    toml: 'a = 1\r\n[b]\r\nc = []\r\n',
  },
};

function fileAt([client, scope, index]: readonly [AgentClient, Scope, number]): ConfigFile {
  const file = client.files(where, scope)[index];
  if (!file) throw new Error('no such file');
  return file;
}

function write(file: ConfigFile, content: { json: string; toml: string }): string {
  const text = isToml(file) ? content.toml : content.json;
  mkdirSync(dirname(file.path), { recursive: true });
  writeFileSync(file.path, text);
  return text;
}

function enter(file: ConfigFile) {
  applyChanges(planInsert([file], program), backups, Date.now());
}

function takeOut(file: ConfigFile) {
  applyChanges(planRemove([file], program, backups), backups, Date.now() + 1);
}

/** Length of the common beginning of two texts plus that of their common end. */
function shared(before: string, after: string): number {
  const count = (one: string, other: string) => {
    const differs = one.split('').findIndex((character, at) => character !== other[at]);
    return differs < 0 ? one.length : differs;
  };
  const reversed = (text: string) => text.split('').reverse().join('');
  return count(before, after) + count(reversed(before), reversed(after));
}

describe.each(PLACES.map((place) => [`${place[0].id}, ${place[1]} scope, file ${place[2] + 1}`, place] as const))(
  'the configuration of %s (T32)',
  (_name, place) => {
    it('that is missing is made, and removed again', () => {
      verifies('T32');
      const file = fileAt(place);
      enter(file);
      expect(file.has(readFileSync(file.path, 'utf8'))).toBe(true);
      expect(statSync(file.path).mode & 0o777).toBe(0o600);
      expect(planInsert([file], program)).toEqual([]);
      takeOut(file);
      expect(existsSync(file.path)).toBe(false);
    });

    it.each(Object.keys(CONTENTS))('that %s keeps everything else, and is itself again afterwards', (what) => {
      verifies('T32');
      const file = fileAt(place);
      const before = write(file, CONTENTS[what] ?? { json: '', toml: '' });
      enter(file);
      const after = readFileSync(file.path, 'utf8');
      expect(file.has(after)).toBe(true);
      expect(parse(file, file.remove(after))).toEqual(parse(file, before === '' && !isToml(file) ? '{}' : before));
      // A server is one insertion, and nothing else moves. Hooks are several insertions, so this cannot be checked for them.
      if (file.holds === 'server' && before.length > 2)
        expect(shared(before, after)).toBeGreaterThanOrEqual(before.length);
      expect(readdirSync(backups)).toHaveLength(1);
      takeOut(file);
      expect(readFileSync(file.path, 'utf8')).toBe(before);
    });

    it('that somebody changed since only loses our entry', () => {
      const file = fileAt(place);
      write(file, { json: '{\n  "a": 1\n}\n', toml: 'a = 1\n' });
      enter(file);
      const changed = readFileSync(file.path, 'utf8').replace(/(a"?\s*[:=] )1/, '$12');
      writeFileSync(file.path, changed);
      takeOut(file);
      expect(parse(file, readFileSync(file.path, 'utf8'))).toEqual({ a: 2 });
    });

    it('comes and goes any number of times', () => {
      const file = fileAt(place);
      const before = write(file, { json: '{\n  "a": 1\n}\n', toml: 'a = 1\n' });
      for (let round = 0; round < 3; round++) {
        enter(file);
        expect(file.has(readFileSync(file.path, 'utf8'))).toBe(true);
        applyChanges(planInsert([file], findOurCommand('/other data', 'x')), backups, Date.now() + round);
        takeOut(file);
        expect(file.has(readFileSync(file.path, 'utf8'))).toBe(false);
        expect(parse(file, readFileSync(file.path, 'utf8'))).toEqual(parse(file, before));
      }
    });

    it('that is not valid, or of another shape, is left alone', () => {
      verifies('T32');
      const file = fileAt(place);
      const odd = {
        json: '{"mcpServers":[],"mcp":7,"amp.mcpServers":7,"servers":7,"context_servers":"x","projects":[],"hooks":[]}',
        toml: 'mcp_servers = { twicewise = { command = "x" } }\n',
      };
      for (const content of [{ json: '{"a": }', toml: 'a = \n' }, { json: '[]', toml: '[[[\n' }, odd]) {
        const before = write(file, content);
        expect(() => enter(file)).toThrow(AppError);
        expect(readFileSync(file.path, 'utf8')).toBe(before);
      }
      expect(existsSync(backups)).toBe(false);
    });

    it('that is read-only is left alone', () => {
      verifies('T32');
      const file = fileAt(place);
      const before = write(file, { json: '{}', toml: '' });
      chmodSync(file.path, 0o400);
      expect(() => enter(file)).toThrow('read-only');
      expect(readFileSync(file.path, 'utf8')).toBe(before);
    });

    it('that is a link stays one', () => {
      verifies('T32');
      const file = fileAt(place);
      const target = join(folder.path, 'dotfiles');
      writeFileSync(target, isToml(file) ? 'a = 1\n' : '{"a":1}', { mode: 0o640 });
      mkdirSync(dirname(file.path), { recursive: true });
      symlinkSync(target, file.path);
      enter(file);
      expect(lstatSync(file.path).isSymbolicLink()).toBe(true);
      expect(file.has(readFileSync(target, 'utf8'))).toBe(true);
      expect(statSync(target).mode & 0o777).toBe(0o640);
      takeOut(file);
      expect(readFileSync(target, 'utf8')).toBe(isToml(file) ? 'a = 1\n' : '{"a":1}');
    });

    it('that is a link to a file that is not there yet makes that file', () => {
      const file = fileAt(place);
      const target = join(folder.path, 'later');
      mkdirSync(dirname(file.path), { recursive: true });
      symlinkSync(target, file.path);
      enter(file);
      expect(lstatSync(file.path).isSymbolicLink()).toBe(true);
      expect(file.has(readFileSync(target, 'utf8'))).toBe(true);
    });
  },
);

describe('a JSON text', () => {
  const layout = fc.constantFrom<[number | string, string]>([0, '\n'], [2, '\n'], ['\t', '\n'], [4, '\r\n']);
  const content = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }));

  it('loses and gains nothing but the one value, however it is laid out', () => {
    fc.assert(
      fc.property(
        content,
        layout,
        fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }),
        (values, [indent, eol], path) => {
          const text = JSON.stringify({ ...values, z: 1 }, null, indent).replaceAll('\n', eol);
          const isFree = !('a' in values || 'b' in values || 'c' in values);
          fc.pre(isFree);
          const entered = withValue(text, path, { entry: [1] });
          expect(shared(text, entered)).toBeGreaterThanOrEqual(text.length);
          expect(withValue(entered, path.slice(0, 1), undefined)).toBe(text);
        },
      ),
    );
  });
});

describe('taking out', () => {
  const [cursor] = findClient('cursor')?.files(placeholder(), 'user') ?? [];
  const [codex] = findClient('codex')?.files(placeholder(), 'user') ?? [];
  const hooks = findClient('claude-code')?.files(placeholder(), 'user')[1];

  it.each([
    [
      'a comment before our entry',
      '{\n  "mcpServers": { // mine\n    "twicewise": { "command": "x" },\n    "other": {}\n  }\n}\n',
    ],
    [
      'a comment after the one before',
      '{\n  "mcpServers": {\n    "other": {}, // mine\n    "twicewise": { "command": "x" }\n  }\n}\n',
    ],
    [
      'a comment after our entry',
      '{\n  "mcpServers": {\n    "twicewise": {}, // ours\n    /* mine */ "other": {}\n  }\n}\n',
    ],
  ])('keeps other servers beside %s', (_what, text) => {
    const after = cursor?.remove(text) ?? '';
    expect(parseJson(after)).toEqual({ mcpServers: { other: {} } });
    expect(after).toMatch(text.includes('mine') ? /mine/ : /./);
  });

  it('keeps the comments of the tables that follow', () => {
    const text = '[mcp_servers.twicewise]\ncommand = "x"\n\n# keep this\n[mcp_servers.other]\ncommand = "y"\n';
    expect(codex?.remove(text)).toBe('\n# keep this\n[mcp_servers.other]\ncommand = "y"\n');
    expect(codex?.insert(text, program)).toContain('# keep this\n[mcp_servers.other]');
  });

  it('and entering survive odd lists of hooks', () => {
    const text = '{"hooks":{"SessionStart":[null,{"hooks":7},{"matcher":"x"}]}}';
    const entered = hooks?.insert(text, program) ?? '';
    expect(hooks?.has(entered)).toBe(true);
    expect(parseJson(hooks?.remove(entered) ?? '')).toEqual(parseJson(text));
  });

  it('is refused where a key is there twice', () => {
    const [file] = findClient('cursor')?.files(where, 'user') ?? [];
    if (!file) throw new Error('no file');
    const before = write(file, { json: '{"mcpServers":{"a":{}},"mcpServers":{"b":{}}}', toml: '' });
    expect(() => enter(file)).toThrow('cannot be changed safely');
    expect(readFileSync(file.path, 'utf8')).toBe(before);
  });

  it.each([
    ['a pipe that nobody writes to', (path: string) => execFileSync('mkfifo', [path]), 'It is not a file.'],
    ['a link to a device', (path: string) => symlinkSync('/dev/zero', path), 'It is not a file.'],
    ['a link in a circle', (path: string) => symlinkSync(path, path), 'leads in a circle'],
    ['a folder', (path: string) => mkdirSync(path), 'It is not a file.'],
  ])('is refused where it is %s', (_what, make, why) => {
    const [file] = findClient('cursor')?.files(where, 'user') ?? [];
    if (!file) throw new Error('no file');
    mkdirSync(dirname(file.path), { recursive: true });
    make(file.path);
    expect(() => enter(file)).toThrow(why);
  });
});

describe('entering', () => {
  it('corrects an entry of another installation', () => {
    const [file] = findClient('cursor')?.files(where, 'user') ?? [];
    if (!file) throw new Error('no file');
    write(file, { json: '{"mcpServers":{"twicewise":{"command":"old"},"other":{}}}', toml: '' });
    enter(file);
    const { mcpServers } = parseJson(readFileSync(file.path, 'utf8'));
    expect(Object.keys(mcpServers).sort()).toEqual(['other', 'twicewise']);
    expect(mcpServers.twicewise.args).toContain('/data with space');
  });

  it('is refused when the file changed after it was looked at', () => {
    const [file] = findClient('gemini')?.files(where, 'user') ?? [];
    if (!file) throw new Error('no file');
    write(file, { json: '{}', toml: '' });
    const changes = planInsert([file], program);
    writeFileSync(file.path, '{"a":1}');
    expect(() => applyChanges(changes, backups, 1)).toThrow('changed by another program');
    expect(readFileSync(file.path, 'utf8')).toBe('{"a":1}');
  });
});

describe('twicewise connect', () => {
  const run = (...args: string[]) =>
    runCommand(['connect', ...args, '--data', join(folder.path, 'my data')], {
      cwd: where.project,
      env: atHome(where.home),
    });

  it('shows, writes, tests and takes out again what it entered for Claude Code', async () => {
    const settings = join(where.home, '.claude/settings.json');
    mkdirSync(dirname(settings));
    writeFileSync(settings, '{\n  "model": "best"\n}\n');
    const preview = await run('claude-code', '--print');
    expect(preview.stdout).toMatch(/\+ {4}"SessionStart"[\s\S]*bin\/twicewise\.mjs/);
    expect(readFileSync(settings, 'utf8')).toBe('{\n  "model": "best"\n}\n');
    expect((await run('claude-code')).code).toBe(2);

    const entered = await run('claude-code', '--yes');
    expect(entered.stdout).toContain('The server answers. The hooks work.');
    expect(entered.code).toBe(0);
    const { hooks, model } = JSON.parse(readFileSync(settings, 'utf8'));
    expect(model).toBe('best');
    expect(Object.keys(hooks)).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'PostToolUse',
      'PostToolUseFailure',
      'Stop',
      'PreCompact',
      'SessionEnd',
    ]);
    expect((await run('claude-code', '--yes')).stdout).toContain('connected already');
    expect((await run()).stdout).toMatch(/^claude-code +connected/);

    const taken = await run('claude-code', '--remove', '--yes');
    expect(taken.code).toBe(0);
    expect(readFileSync(settings, 'utf8')).toBe('{\n  "model": "best"\n}\n');
    expect(existsSync(join(where.home, '.claude.json'))).toBe(false);
    const { value } = JSON.parse(
      (await runCommand(['call', 'host.status', '{}', '--data', join(folder.path, 'my data')])).stdout,
    );
    process.kill(value.pid, 'SIGTERM');
  });

  it('says when the hooks it entered are switched off there', async () => {
    const settings = join(where.home, '.claude/settings.json');
    mkdirSync(dirname(settings));
    writeFileSync(settings, '{"disableAllHooks": true}');
    expect((await run('claude-code', '--yes')).stdout).toContain('disableAllHooks: no hook runs');
    const { stdout } = await runCommand(['call', 'host.status', '{}', '--data', join(folder.path, 'my data')]);
    process.kill(JSON.parse(stdout).value.pid, 'SIGTERM');
  });

  it('says what is wrong with a client or scope', async () => {
    expect((await run('emacs')).code).toBe(2);
    expect((await run('zed', '--scope', 'local')).stderr).toContain('--scope user or project');
  });
});

describe('the page Data', () => {
  it('sees the programs, shows the change, makes exactly that one, and takes it out again', async () => {
    mkdirSync(join(where.home, '.cursor'));
    const host = await startHost({ spawn: { env: atHome(where.home) } });
    try {
      const stateOf = async (id: string) =>
        (await host.client.call('client.list', {})).items.find((item) => item.id === id)?.state;
      expect([await stateOf('cursor'), await stateOf('zed')]).toEqual(['found', 'absent']);
      const preview = await host.client.call('client.preview', { client: 'cursor' });
      expect(preview.changes[0]?.diff).toContain('+++ ');
      const stale = await host.send('client.apply', { client: 'cursor', digest: 'other' });
      expect(stale).toMatchObject({ ok: false, error: { code: 'conflict' } });
      const applied = await host.client.call('client.apply', { client: 'cursor', digest: preview.digest });
      expect(applied).toMatchObject({ serverAnswers: true, hooksAnswer: true, copies: [] });
      expect(await stateOf('cursor')).toBe('connected');
      const { digest } = await host.client.call('client.preview', { client: 'cursor', remove: true });
      await host.client.call('client.apply', { client: 'cursor', remove: true, digest });
      expect(existsSync(join(where.home, '.cursor/mcp.json'))).toBe(false);
    } finally {
      await host.stop();
    }
  });
});
