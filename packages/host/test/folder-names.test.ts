import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dataFolder } from '@twicewise/client/data-folder';
import { runCommand, startAgent, tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findClient } from '../src/connect/clients.ts';
import type { OurCommand } from '../src/connect/our-command.ts';

let folder: ReturnType<typeof tempFolder>;
beforeEach(() => {
  folder = tempFolder('folder-names');
});
afterEach(() => folder.remove());

/** Replaces variables as Gemini CLI 0.61.0 and Qwen Code 0.24.4 do in every text of their settings. */
const withVariables = (text: string) => text.replace(/\$(?:(\w+)|{([^}]+)})/g, 'REPLACED');

describe('a data folder named by a URL', () => {
  it('is the same to an agent, and on the command line', async () => {
    const data = join(folder.path, 'my $HOME and $PATH 100% #1 mämory');
    const url = pathToFileURL(data).href.replaceAll('$', '%24');
    const agent = await startAgent({ data: url, project: 'shop' });
    await agent.tool('reflection_store', { taskDescription: 'count dollars', outcome: 'success' });
    await agent.close();
    expect((await runCommand(['search', 'dollars', '--data', data])).stdout).toContain('count dollars');
    expect((await runCommand(['search', 'dollars', '--data', url])).stdout).toContain('count dollars');
  });

  it('is refused with a reason when it names none, by the bridge, too', async () => {
    for (const command of ['doctor', 'mcp', 'connect']) {
      const { code, stderr } = await runCommand([command, '--data', 'file:///a%2Fb']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('"file:///a%2Fb" names no folder')]);
    }
  });

  it('is a path where it is none', () => {
    expect(dataFolder('file:x', {})).toBe(join(process.cwd(), 'file:x'));
  });
});

describe.each(['gemini', 'qwen'])('the server of %s in a folder with a dollar sign', (id) => {
  const where = { home: '/h', project: '/p', platform: 'linux', environment: {} } as const;
  const file = findClient(id)?.files(where, 'user')[0];
  const program = (data: string, entry = '/x/twicewise.mjs'): OurCommand => ({
    command: '/bin/node',
    args: [entry],
    options: ['--data', data, '--project', 'shop'],
  });

  it('is told of the folder in words that the program leaves as they are', () => {
    const data = '/my $HOME and $PATH memory';
    const entered = file?.insert('', program(data)) ?? '';
    const { args } = JSON.parse(entered).mcpServers.twicewise;
    expect(args.map(withVariables)).toEqual(args);
    expect([dataFolder(args[args.indexOf('--data') + 1], {}), args.at(-1)]).toEqual([data, 'shop']);
    expect(file?.notes?.(entered)).toEqual([]);
  });

  it('is warned of where the command itself lies in one', () => {
    const entered = file?.insert('', program('/data', '/my $HOME/twicewise.mjs')) ?? '';
    expect(file?.notes?.(entered)).toEqual([expect.stringContaining('looks for a variable')]);
  });
});
