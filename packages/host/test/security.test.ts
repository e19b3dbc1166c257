import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createConnection } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { connectSocket, type HostProcess, initialize, runCommand, startHost, tempFolder } from '@twicewise/testkit';
import { verifies } from '@twicewise/testkit/verifies';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let host: HostProcess;
beforeAll(async () => {
  host = await startHost();
});
afterAll(async () => {
  await host.stop();
});

function mode(path: string): string {
  return (lstatSync(path).mode & 0o777).toString(8);
}

/** A request with headers that `fetch` does not allow. */
function rawRequest(headers: Record<string, string>, path = '/api/project.list', method = 'POST'): Promise<number> {
  const { port } = new URL(host.ready.api);
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, setHost: false }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(method === 'POST' ? '{}' : undefined);
  });
}

describe('files and sockets', () => {
  it('sockets and the token are ours alone', () => {
    verifies('T28', 'P11');
    const run = join(host.ready.data, 'run');
    expect(mode(host.ready.data)).toBe('700');
    expect(mode(run)).toBe('700');
    expect(mode(join(run, 'mcp.sock'))).toBe('600');
    expect(mode(join(run, 'control.sock'))).toBe('600');
    expect(mode(join(run, 'token'))).toBe('600');
    expect(mode(join(run, 'host.json'))).toBe('600');
    expect(readFileSync(join(run, 'token'), 'utf8').trim()).toMatch(/^[0-9a-f]{64}$/);
  });

  it('another user cannot connect to the socket', { skip: process.getuid?.() !== 0 }, () => {
    verifies('T28');
    // The process drops its rights after its start: the other user may have no access to the folder of Node.
    const script = `process.setgid(65534); process.setuid(65534);
      require('node:net').connect(${JSON.stringify(host.ready.socket)}).on('connect', () => process.exit(7))
        .on('error', (error) => { console.log(error.code); process.exit(0); })`;
    const said = execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect(said.trim()).toBe('EACCES');
  });

  it('a data folder that is a link or lies open is refused or closed', async () => {
    verifies('T28');
    const folder = tempFolder('link');
    const real = join(folder.path, 'real');
    mkdirSync(real, { mode: 0o755 });
    chmodSync(real, 0o755);
    symlinkSync(real, join(folder.path, 'link'));
    const linked = await runCommand(['serve', '--data', join(folder.path, 'link'), '--port', '0']);
    expect(linked.code).toBe(1);
    expect(JSON.parse(linked.stdout)).toMatchObject({ ok: false, error: { code: 'refused' } });
    const opened = await startHost({ data: real });
    expect(mode(real)).toBe('700');
    await opened.stop();
    folder.remove();
  });

  it('the token is in no argument, environment or served file', async () => {
    verifies('T29');
    const { token, pid, api } = host.ready;
    if (existsSync(`/proc/${pid}/cmdline`)) expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain(token);
    if (existsSync(`/proc/${pid}/environ`)) expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain(token);
    const page = await (await fetch(new URL('/', api))).text();
    expect(page).not.toContain(token);
  });
});

describe('tokens', () => {
  it('a connection without the right token learns nothing', async () => {
    verifies('T29', 'P11');
    const wrong = [
      '',
      'x',
      '0'.repeat(64),
      host.ready.token.slice(0, 63),
      `${host.ready.token}0`,
      host.ready.token.toUpperCase(),
    ];
    for (let round = 0; round < 10; round++) {
      for (const token of wrong) {
        const client = await connectSocket(host.ready.socket, { token, client: 'intruder' });
        client.say({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
        const answer = await client.next();
        expect(answer).toMatchObject({ id: null, error: { code: -32001 } });
        expect(await client.next()).toBeNull();
      }
    }
    const statuses = await Promise.all(
      wrong.map((token) => rawRequest({ host: new URL(host.ready.api).host, authorization: `Bearer ${token}` })),
    );
    expect(new Set(statuses)).toEqual(new Set([403]));
  });

  it('the right token is let in (control)', async () => {
    const client = await connectSocket(host.ready.socket, { token: host.ready.token, client: 'friend' });
    await initialize(client);
    expect(await client.ask('tools/list')).toHaveProperty('result.tools');
    client.end();
    expect(await rawRequest({ host: new URL(host.ready.api).host, authorization: `Bearer ${host.ready.token}` })).toBe(
      200,
    );
  });

  it('the event stream and MCP over HTTP ask for the token too', async () => {
    const { host: name } = new URL(host.ready.api);
    expect(await rawRequest({ host: name }, '/api/events', 'GET')).toBe(403);
    expect(await rawRequest({ host: name }, '/mcp', 'GET')).toBe(403);
    expect(await rawRequest({ host: name }, '/mcp')).toBe(403);
  });
});

describe('HTTP door', () => {
  it('foreign Host and Origin headers are refused, forty ways', async () => {
    verifies('T30', 'P11');
    const { host: name, port } = new URL(host.ready.api);
    const authorization = `Bearer ${host.ready.token}`;
    const hosts = [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1',
      '127.0.0.1:1',
      `0.0.0.0:${port}`,
      `[::]:${port}`,
      `[::1]:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `localhost.evil.example:${port}`,
      '',
      `127.0.0.1:${port}.evil.example`,
      `127.1:${port}`,
      `2130706433:${port}`,
      `0x7f000001:${port}`,
      `a@127.0.0.1:${port}`,
      `127.0.0.1:${port}/`,
      `127.0.0.2:${port}`,
      `localhost.:${port}`,
      `ｌocalhost:${port}`.normalize('NFKC').replace('l', 'L.'),
      `${port}`,
    ];
    const origins = [
      'null',
      'http://evil.example',
      'https://evil.example',
      `https://127.0.0.1:${port}`,
      `http://127.0.0.1:${Number(port) + 1}`,
      'http://127.0.0.1',
      `http://localhost:${port}.evil.example`,
      `http://evil.example:${port}`,
      `http://127.0.0.1.evil.example:${port}`,
      'file://',
      'chrome-extension://abc',
      `http://[::1]:${port}`,
      `http://0.0.0.0:${port}`,
      `http://localhost:${port}/`,
      `ws://127.0.0.1:${port}`,
      'app://host',
      'http://',
      ' ',
      `http://a@127.0.0.1:${port}`,
      `http://127.0.0.1:${port}#`,
    ];
    expect(hosts.length + origins.length).toBe(40);
    for (const bad of hosts)
      expect([bad, await rawRequest({ host: bad, authorization })]).toEqual([
        bad,
        bad === '' ? expect.toBeOneOf([400, 403]) : 403,
      ]);
    for (const bad of origins)
      expect([bad, await rawRequest({ host: name, origin: bad, authorization })]).toEqual([bad, 403]);
    expect(await rawRequest({ host: name, origin: `http://${name}`, authorization })).toBe(200);
    expect(await rawRequest({ host: `localhost:${port}`, origin: `http://localhost:${port}`, authorization })).toBe(
      200,
    );
  });

  it('listens on 127.0.0.1 only', async () => {
    verifies('T30', 'P11');
    const { port } = new URL(host.ready.api);
    const others = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one && !one.internal && one.family === 'IPv4')
      .map((one) => one?.address ?? '');
    // 127.0.0.2 is this machine even without a network: a server that listens on all addresses answers there, too.
    for (const other of [...others, '127.0.0.2', '::1']) {
      const reached = await new Promise((resolve) => {
        const socket = createConnection({ host: other, port: Number(port), timeout: 500 });
        socket
          .on('connect', () => resolve(true))
          .on('error', () => resolve(false))
          .on('timeout', () => resolve(false));
      });
      expect(reached, other).toBe(false);
    }
  });

  it('every answer carries the content security policy without unsafe', async () => {
    for (const path of ['/', '/api/none', '/missing.js']) {
      const response = await fetch(new URL(path, host.ready.api));
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('serves only files of the interface, whatever the path', async () => {
    const secrets = readFileSync(join(host.ready.data, 'run', 'token'), 'utf8').trim();
    const tricks = [
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/%5c..%5cpackage.json',
      '//etc/passwd',
      '/etc/passwd',
      '/assets/../../package.json',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/index.html%00.js',
      '/.source-hash/../../package.json',
      '/C:/Windows/win.ini',
    ];
    for (const trick of tricks) {
      const { host: name, port } = new URL(host.ready.api);
      const body = await new Promise<string>((resolve, reject) => {
        request({ host: '127.0.0.1', port, path: trick, headers: { host: name } }, (response) => {
          let text = '';
          response.on('data', (part) => (text += part)).on('end', () => resolve(text));
        })
          .on('error', reject)
          .end();
      });
      expect(body).not.toContain(secrets);
      expect(body).not.toMatch(/"workspaces"|root:x:/);
    }
  });
});

describe('MCP over HTTP', () => {
  it('lists the tools to whoever has the token', async () => {
    const response = await fetch(new URL('/mcp', host.ready.api), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${host.ready.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });
    expect(await response.text()).toContain('reflection_store');
  });
});

describe('unusual run folders', () => {
  it('a run folder that is a file is refused with what to do', async () => {
    const folder = tempFolder('run-file');
    writeFileSync(join(folder.path, 'run'), 'in the way');
    const ended = await runCommand(['serve', '--data', folder.path, '--port', '0']);
    expect(ended.code).toBe(1);
    expect(JSON.parse(ended.stdout).error.hint).toContain('--data');
    folder.remove();
  });
});
