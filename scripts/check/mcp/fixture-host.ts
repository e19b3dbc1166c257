import { join } from 'node:path';
import type { Caller } from '@twicewise/contract';
import { EventHub, HttpDoor } from '@twicewise/host';
import { McpSocket, type ServerOptions, WorkBudget } from '@twicewise/mcp';
import { tempFolder } from '@twicewise/testkit';
import { fixtureProfile } from '@twicewise/testkit/conformance';

const CALLER: Caller = {
  door: 'mcp',
  author: { kind: 'agent', name: 'conformance' },
  client: null,
  session: null,
  project: null,
};
const TOKEN = 'conformance';

/** The product's HTTP door and MCP socket with the fixture profile behind both, and without a memory. */
export interface FixtureHost {
  readonly http: { readonly url: string; readonly token: string };
  readonly socket: { readonly path: string; readonly token: string };
  close(): Promise<void>;
}

/** Starts it in this process. The tool named by `broken` answers wrongly; see fixtureProfile. */
export async function startFixtureHost(broken?: string): Promise<FixtureHost> {
  const folder = tempFolder('fixture');
  const log = () => {};
  const noMemory: ServerOptions['dispatch'] = () => Promise.reject(new Error('the fixture has no memory'));
  const served: ServerOptions = { dispatch: noMemory, callerOf: () => CALLER, profile: fixtureProfile(broken), log };
  const path = join(folder.path, 'mcp.sock');
  const socket = new McpSocket({ path, token: TOKEN, serverFor: () => served, connected: () => () => {}, log });
  const http = new HttpDoor({
    budget: new WorkBudget(),
    port: 0,
    token: TOKEN,
    dispatch: noMemory,
    events: new EventHub(),
    position: () => ({ epoch: 'fixture', revision: 0 }),
    callerOf: () => CALLER,
    mcp: () => served,
    uiFolder: null,
    filesFolder: '',
    log,
  });
  await Promise.all([socket.listen(), http.listen()]);
  return {
    http: { url: `http://127.0.0.1:${http.port}/mcp`, token: TOKEN },
    socket: { path, token: TOKEN },
    close: async () => {
      socket.cutOff();
      http.cutOff();
      folder.remove();
    },
  };
}
