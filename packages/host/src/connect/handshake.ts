import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { PRODUCT } from '@twicewise/contract';
import { PING } from '../hooks/ping.ts';
import { hookLine, type OurCommand, serverArguments } from './our-command.ts';

/** Longest wait for a program's answer, in milliseconds. The program may have to start a host first. */
const PATIENCE_MS = 20_000;

/** Starts a program whose standard error is not read. */
type Start = () => ChildProcessByStdio<Writable, Readable, null>;

/**
 * Starts a program and writes an input to it (complete if `isAll`, else only the beginning). Resolves with the first line that it
 * prints, or null.
 */
function firstLineOf(start: Start, input: string, isAll = false): Promise<string | null> {
  return new Promise((resolve) => {
    const child = start();
    let heard = '';
    const give = (line: string | null) => {
      clearTimeout(timer);
      child.kill();
      resolve(line);
    };
    const timer = setTimeout(() => give(null), PATIENCE_MS);
    child.on('error', () => give(null));
    child.on('close', () => give(null));
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      heard += part;
      const end = heard.indexOf('\n');
      if (end >= 0) give(heard.slice(0, end));
    });
    child.stdin.write(input);
    if (isAll) child.stdin.end();
  });
}

function parsed(line: string | null): Record<string, unknown> | null {
  try {
    return line === null ? null : (JSON.parse(line) as Record<string, unknown>);
  } catch {
    return null;
  }
}

/** Whether our server answers an agent's first message. */
export async function serverAnswers(ourCommand: OurCommand): Promise<boolean> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: `${PRODUCT.command} connect`, version: PRODUCT.version },
  };
  const hello = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`;
  const start: Start = () =>
    spawn(ourCommand.command, serverArguments(ourCommand), { stdio: ['pipe', 'pipe', 'ignore'] });
  const answer = parsed(await firstLineOf(start, hello));
  const result = answer?.result as { serverInfo?: { name?: string } } | undefined;
  return result?.serverInfo?.name === PRODUCT.mcpKey;
}

/** Whether an agent's hook reaches the host and returns its answer. Runs the same line that was entered, in the same shell. */
export async function hookAnswers(ourCommand: OurCommand, agent: string): Promise<boolean> {
  const payload = `${JSON.stringify({ hook_event_name: PING })}\n`;
  const line = hookLine(ourCommand, PING, agent);
  const start: Start = () => spawn(line, { shell: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const answer = parsed(await firstLineOf(start, payload, true));
  return answer?.product === PRODUCT.name;
}
