import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { COMMAND } from '@twicewise/testkit';
import { RpcClient } from '../bench/json-rpc.ts';

/** A real bridge, used over its stdio as agents do. */
export interface BridgeClient {
  child: ChildProcess;
  client: RpcClient;
  close(): Promise<void>;
}

/** Starts `twicewise mcp` and makes the handshake. The bridge starts a background host if there is none. */
export async function startBridge(data: string, project = 'check'): Promise<BridgeClient> {
  const args = [COMMAND, 'mcp', '--data', data, '--project', project, '--idle-end', '2'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const client = new RpcClient({ read: child.stdout, write: child.stdin });
  await client.initialize();
  return {
    child,
    client,
    async close() {
      client.close();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
