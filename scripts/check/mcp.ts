import { join } from 'node:path';
import { startHost, tempFolder } from '@twicewise/testkit';
import { conformFixture, controlFixture, type Suites } from './mcp/fixture-conformance.ts';
import { inspect } from './mcp/inspector.ts';
import { sendMalformed } from './mcp/malformed.ts';
import { conformProduct, controlDeadServer } from './mcp/product-conformance.ts';
import { withToken } from './mcp-proxy.ts';
import { ownFolder } from './own-folder.ts';
import { conclude, promiseOf } from './verdicts.ts';

// `npm run check:mcp`: programs of others use our server. Runs the official conformance suite: all of it with the fixture profile
// on our doors (P12: T23, T24, T25), and the scenarios that need no fixture with the product itself. Runs the Inspector's command
// line through the real bridge in each protocol era (T26), and sends malformed lines through the bridge (T27). Suite and
// Inspector are installed into a folder of their own.

const { path } = ownFolder('mcp', {
  '@modelcontextprotocol/conformance': '0.1.16',
  'conformance-next': 'npm:@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector': '2.12.0',
});
const modules = join(path, 'node_modules');
const INSPECTOR = join(modules, '@modelcontextprotocol/inspector/clients/launcher/build/index.js');
const SUITES: Suites = {
  stable: join(modules, '@modelcontextprotocol/conformance/dist/index.js'),
  next: join(modules, 'conformance-next/dist/index.js'),
};

const data = tempFolder('check-mcp');
const host = await startHost();
const proxy = await withToken(new URL('/mcp', host.ready.api).href, host.ready.token);
try {
  const conformance = [...(await conformFixture(SUITES)), ...(await conformProduct(SUITES, proxy.url))];
  process.exitCode = conclude([
    ...conformance,
    promiseOf('P12', 'MCP conformance', conformance),
    ...(await inspect(INSPECTOR, data.path)),
    await sendMalformed(host.ready.data),
    await controlFixture(SUITES),
    await controlDeadServer(SUITES),
  ]);
} finally {
  proxy.close();
  await host.stop();
  data.remove();
}
