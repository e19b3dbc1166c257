import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startHost, tempFolder } from '@twicewise/testkit';
import { withToken } from './mcp-proxy.ts';
import { ownFolder } from './own-folder.ts';
import { conclude, exactly, say, type Verdict } from './verdicts.ts';

// `npm run check:mcp`: other people's programs speak with ours. The Inspector's command line through the real bridge in each
// protocol era (T26), and the scenarios of the official conformance suite that need no fixture, on the product as it is
// (T23, T25 in part). Fetches both into a folder of their own.

const COMMAND = join(import.meta.dirname, '../../packages/host/bin/twicewise.mjs');
const folder = ownFolder('mcp', {
  '@modelcontextprotocol/conformance': '0.1.16',
  '@modelcontextprotocol/inspector': '2.12.0',
});
const INSPECTOR = join(folder.path, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const CONFORMANCE = join(folder.path, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');

/** Scenarios that fit any server; the others call tools by fixed names. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

interface Ended {
  code: number | null;
  out: string;
}

/** Runs a program to its end, at most a minute. */
function run(arguments_: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, arguments_, { stdio: ['ignore', 'pipe', 'pipe'], timeout: 60_000 });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      out += chunk;
    });
    child.on('close', (code) => resolve({ code, out }));
  });
}

/** What the Inspector is asked to do, and the exit code that says it went well; an unknown tool must be 5. */
const ASKED: readonly [what: string, arguments_: string[], code: number][] = [
  ['tools/list --strict', ['--method', 'tools/list', '--strict'], 0],
  ['a brief', ['--method', 'tools/call', '--tool-name', 'memory_brief', '--tool-arg', 'task=hello'], 0],
  ['an unknown tool', ['--method', 'tools/call', '--tool-name', 'nope'], 5],
  ['resources/list', ['--method', 'resources/list'], 0],
  ['resources/templates/list', ['--method', 'resources/templates/list'], 0],
  ['prompts/list', ['--method', 'prompts/list'], 0],
  ['a prompt', ['--method', 'prompts/get', '--prompt-name', 'brief', '--prompt-args', 'task=hello'], 0],
];

async function inspect(data: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const era of ['legacy', 'modern', 'auto']) {
    const wrong: string[] = [];
    for (const [what, asked, expected] of ASKED) {
      const bridge = [process.execPath, COMMAND, 'mcp', '--data', data, '--project', 'demo'];
      const { code, out } = await run([
        INSPECTOR,
        '--cli',
        '--transport',
        'stdio',
        '--protocol-era',
        era,
        ...bridge,
        ...asked,
      ]);
      if (code !== expected) wrong.push(`${what}: exit code ${code} instead of ${expected}: ${out.slice(0, 300)}`);
    }
    say(`Inspector, ${era} era`);
    const found = wrong.length === 0 ? `${ASKED.length} of ${ASKED.length}` : wrong.join('; ');
    verdicts.push({
      id: 'T26',
      what: `Inspector through the bridge, ${era}`,
      found,
      state: exactly(wrong.length === 0),
    });
  }
  return verdicts;
}

async function conform(url: string): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const scenario of SCENARIOS) {
    const { code, out } = await run([CONFORMANCE, 'server', '--url', url, '--scenario', scenario]);
    say(`conformance, ${scenario}`);
    const found = code === 0 ? 'passed' : out.trim().split('\n').slice(-6).join(' ').slice(0, 300);
    verdicts.push({ id: 'T25', what: `conformance 0.1.16, ${scenario}`, found, state: exactly(code === 0) });
  }
  return verdicts;
}

/** A server that answers nothing must fail the same scenario. */
async function control(): Promise<Verdict> {
  const nothing = await withToken('http://127.0.0.1:9/mcp', 'none');
  const { code } = await run([CONFORMANCE, 'server', '--url', nothing.url, '--scenario', 'tools-list']);
  nothing.close();
  return { id: 'control', what: 'a dead server fails', found: `exit code ${code}`, state: exactly(code !== 0) };
}

const data = tempFolder('check-mcp');
const host = await startHost();
try {
  const proxy = await withToken(new URL('/mcp', host.ready.api).href, host.ready.token);
  const verdicts = [...(await inspect(data.path)), ...(await conform(proxy.url)), await control()];
  proxy.close();
  process.exitCode = conclude(verdicts);
} finally {
  await host.stop();
  data.remove();
}
