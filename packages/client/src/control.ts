import { connect } from 'node:net';
import { AppError, type Caller, type Envelope } from '@twicewise/contract';

// How a process asks the host over its control socket: a connection for each question. For one that lasts see
// `host-connection.ts`.

/** A caller as it is told to the host, which also resolves a folder that is only named by its absolute path. */
export type Asker = Omit<Caller, 'project'> & { project: Caller['project'] | { path: string } };

/** What a process other than a hook asks on the control socket; `packages/host/src/control-socket.ts` reads it. */
export type ControlMessage =
  | { command: 'handover'; to: string }
  | { command: 'call'; name: string; input: unknown; key?: string | undefined; caller: Asker };

/** Asks a running host. Throws `unavailable` when it cannot be reached or goes away before it answers. */
export function askHost(host: { control: string; token: string }, asked: ControlMessage): Promise<Envelope> {
  return new Promise((resolve, reject) => {
    const socket = connect(host.control);
    const parts: Buffer[] = [];
    const gone = () =>
      reject(
        new AppError({
          code: 'unavailable',
          reason: 'no_host',
          message: 'The host that held this data folder is gone.',
          hint: 'Try again: the next call opens the memory itself.',
        }),
      );
    socket.once('connect', () => socket.write(`${JSON.stringify({ token: host.token, ...asked })}\n`));
    socket.on('error', gone);
    socket.on('close', gone);
    socket.on('data', (chunk: Buffer) => {
      parts.push(chunk);
      if (!chunk.includes(0x0a)) return;
      resolve(JSON.parse(Buffer.concat(parts).toString('utf8')) as Envelope);
      socket.end();
    });
  });
}

/** True when a process accepts connections there; a host that died leaves its socket file behind. */
export function isListening(control: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(control);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Longest wait for any answer of a host, in milliseconds. Its main thread is never busy for so long. */
const PATIENCE_MS = 5000;

/**
 * Whether a host answers there, whatever the answer is. `gone`: nobody listens. `silent`: the connection is accepted, but no
 * answer comes; the system also accepts connections for a process that is stopped.
 */
export function soundOut(host: { control: string }, patience = PATIENCE_MS): Promise<'answers' | 'silent' | 'gone'> {
  return new Promise((resolve) => {
    const socket = connect(host.control);
    let isConnected = false;
    const end = (found: 'answers' | 'silent' | 'gone') => {
      clearTimeout(timer);
      socket.destroy();
      resolve(found);
    };
    const timer = setTimeout(() => end(isConnected ? 'silent' : 'gone'), patience);
    socket.once('connect', () => {
      isConnected = true;
      // Sent without a token: the refusal is an answer, too.
      socket.write('{}\n');
    });
    socket.once('data', () => end('answers'));
    socket.on('error', () => end('gone'));
    socket.on('close', () => end('gone'));
  });
}
