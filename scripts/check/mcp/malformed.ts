import { once } from 'node:events';
import { startCommand } from '@twicewise/testkit';
import { isJsonRpc, malformedLines } from '../../../packages/mcp/test/malformed-lines.ts';
import { exactly, say, type Verdict } from '../verdicts.ts';

const LINES = 10_000;
/** Maximum time for the answer to a request, in milliseconds. */
const ANSWER_MS = 10_000;

/** Results of one run of the corpus. */
interface Counts {
  answered: number;
  read: number;
  foreign: number;
}

/** The bridge as an agent starts it; the check sends and reads bytes. */
function startBridge(data: string, counts: Counts) {
  const child = startCommand(['mcp', '--data', data, '--project', 'malformed'], { stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map<string, () => void>();
  let parts: Buffer[] = [];
  const take = (line: Buffer) => {
    counts.read++;
    if (!isJsonRpc(line)) {
      counts.foreign++;
      return;
    }
    const { id, result } = JSON.parse(line.toString()) as { id?: unknown; result?: unknown };
    if (typeof id === 'string' && result !== undefined) waiting.get(id)?.();
  };
  child.stdout?.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      take(Buffer.concat([...parts, chunk.subarray(start, end)]));
      parts = [];
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
  });
  child.stdin?.on('error', () => {});
  const send = (line: Buffer) => child.stdin?.write(Buffer.concat([line, Buffer.from('\n')]));
  /** True if the request is answered with a result in time. */
  const ask = (id: string, method: string, params: object = {}): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), ANSWER_MS);
      waiting.set(id, () => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(true);
      });
      send(Buffer.from(JSON.stringify({ jsonrpc: '2.0', id, method, params })));
    });
  return { child, send, ask };
}

/** Sends malformed lines through the real bridge to a real host. After each, a request must be answered (T27). */
export async function sendMalformed(data: string): Promise<Verdict> {
  const counts: Counts = { answered: 0, read: 0, foreign: 0 };
  const { child, send, ask } = startBridge(data, counts);
  const clientInfo = { name: 'malformed', version: '1' };
  await ask('hello', 'initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  let sent = 0;
  for (const line of malformedLines(LINES)) {
    send(line);
    sent++;
    if (!(await ask(`probe ${sent}`, 'tools/list'))) break;
    counts.answered++;
  }
  const isAlive = child.exitCode === null && child.signalCode === null;
  child.stdin?.end();
  if (isAlive) await once(child, 'exit');
  say('malformed lines through the bridge');
  const { answered, read, foreign } = counts;
  return {
    id: 'T27',
    what: 'malformed lines through the bridge',
    found: `${sent} lines, ${answered} next requests answered, ${read} lines read of which ${foreign} not JSON-RPC, bridge ended with ${child.exitCode}`,
    state: exactly(answered === LINES && foreign === 0 && isAlive && child.exitCode === 0),
  };
}
