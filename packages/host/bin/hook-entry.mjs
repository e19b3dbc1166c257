// What agents run as a hook. Plain JavaScript and Node's own modules only: it runs at every prompt, so it must be there
// and gone at once. It is silent with exit code 0 whatever goes wrong: other codes would be in the agent's way, and 2
// would erase the person's prompt.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder, findHost } from '../src/data-folder.js';
import { readHookArguments } from './hook-arguments.mjs';
import { startHost } from './start-host.mjs';

/** Longest input that is looked at, in bytes; a little less than the host takes in one line. */
const MAX_INPUT_BYTES = 1_900_000;
/** Pause between two attempts to reach a host, in milliseconds. */
const RETRY_MS = 25;
/** A host is started after this many failed attempts: enough for a hand-over to pass unnoticed. */
const START_AFTER = 2;
/** Longest life of a hook, in milliseconds. */
const LONGEST_MS = 9000;
/**
 * Longest time to wait for an answer, in milliseconds. A session's start may wait for a host to start; a prompt should
 * not be held up, and the end of a turn less; at its end an agent gives its hooks 1,500 ms in all, and no host is started for it.
 */
const PATIENCE_MS = { start: 8000, meanwhile: 5000, turn: 1500, end: 1000 };
/** Events at the end of a turn or before a compaction: what is not written down then is at the next of them. */
const TURN_END = /^(?:stop|afteragent|precompact)$/i;
/** Events that come after a tool, whether or not it succeeded, by the names of all programs. */
const AFTER_TOOL = new Set(['PostToolUse', 'AfterTool', 'postToolUse']);
/**
 * What an input holds that may tell of a failure: a word that failing programs print, or an exit code, as words around an output or
 * as a field (escaped where the program passes its result on as text). Without any nobody is asked, so that a tool that
 * succeeded costs the agent next to nothing.
 */
const MAY_HAVE_FAILED =
  /fail|error|exception|traceback|panic|fatal|not found|no such file|denied|\*\*\*|exit(?:ed)?(?: with)? code:? ?-?[1-9]|"exit(?:Code)?\\?":\s*-?[1-9]|"success\\?":\s*false/i;

/**
 * Which patience an event gets.
 * @param {string} event
 * @returns {keyof typeof PATIENCE_MS}
 */
export function momentOf(event) {
  if (/^sessionstart$/i.test(event)) return 'start';
  if (isAtEnd(event)) return 'end';
  return TURN_END.test(event) ? 'turn' : 'meanwhile';
}

/**
 * Whether an event comes after a tool that may have succeeded.
 * @param {string} event
 */
export function isAfterTool(event) {
  return AFTER_TOOL.has(event);
}

/** @param {string} event */
function isAtEnd(event) {
  return /^sessionend$/i.test(event);
}

/**
 * Asks the host what to say and prints it.
 * @param {string[]} args
 * @param {() => import('./start-host.mjs').Program | null} program Null where no host can run.
 */
export async function runHook(args, program) {
  try {
    // Also when nobody closes standard input.
    await Promise.race([answer(args, program), wait(LONGEST_MS)]);
  } catch {
    // Silence: see above.
  }
  process.exit(0);
}

/**
 * @param {string[]} args
 * @param {() => import('./start-host.mjs').Program | null} program
 */
async function answer(args, program) {
  if (process.env.TWICEWISE_HOOKS === 'off') return;
  const { values, positionals } = readHookArguments(args);
  const input = await readInput();
  const payload = input === null ? null : readObject(input);
  if (input === null || payload === null) return;
  const event = String(payload.hook_event_name ?? positionals[0]);
  // Cline hears what its first tool brings along, as other programs hear it at a session's start.
  if (isAfterTool(event) && payload.iteration !== 1 && !MAY_HAVE_FAILED.test(input)) return;
  const request = JSON.stringify({
    command: 'hook',
    // Entries that do not name their program are Claude Code's.
    agent: values.agent ?? 'claude-code',
    // Every agent names its folder; one that does not works where its hook is started.
    payload: { cwd: process.cwd(), ...payload, hook_event_name: event },
    project: values.project ?? null,
    projectFolder: process.env.CLAUDE_PROJECT_DIR || null,
    parent: process.ppid,
    // Claude Code says "1" where somebody reads along; without a word nobody may, and the answer of a script must not be lost.
    attended: process.env.CLAUDE_CODE_SESSION_ATTENDED === '1',
    key: randomUUID(),
  });
  const data = dataFolder(typeof values.data === 'string' ? values.data : undefined, process.env);
  const patience = AbortSignal.timeout(PATIENCE_MS[momentOf(event)]);
  const start = () => {
    const how = isAtEnd(event) ? null : program();
    if (how !== null) startHost(how, data);
  };
  const output = await ask(data, request, start, patience);
  if (output !== null) await print(`${JSON.stringify(output)}\n`);
}

/** @returns {Promise<string | null>} Null for more than is looked at. */
async function readInput() {
  /** @type {Buffer[]} */
  const parts = [];
  let size = 0;
  for await (const part of process.stdin) {
    size += part.length;
    // Read on to the end: the agent must not find a broken pipe.
    if (size <= MAX_INPUT_BYTES) parts.push(part);
  }
  return size > MAX_INPUT_BYTES ? null : Buffer.concat(parts).toString('utf8');
}

/**
 * @param {string} input
 * @returns {Record<string, unknown> | null}
 */
function readObject(input) {
  const value = JSON.parse(input);
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
}

/**
 * Whether the host is of no use just now only: it is opening or closing its memory, or going away. Anything else (a damaged
 * memory, a full disk, a request that is refused) stays as it is for longer than a prompt should be held up.
 * @param {{ code: string, reason?: string } | undefined} error
 */
function isPassing(error) {
  return error?.code === 'unavailable' && [undefined, 'no_host', 'handed_over'].includes(error.reason);
}

/**
 * Asks until a host answers: it may be starting, or changing hands. The request carries a key, so asking twice tells and
 * counts nothing twice.
 * @param {string} data
 * @param {string} request
 * @param {() => void} start Starts a host.
 * @param {AbortSignal} patience
 */
async function ask(data, request, start, patience) {
  for (let attempt = 1; !patience.aborted; attempt++) {
    const host = findHost(data);
    const answered = host === null ? null : await askOnce(host, request, patience);
    if (answered?.ok) return answered.value ?? null;
    if (answered !== null && !isPassing(answered.error)) return null;
    if (attempt === START_AFTER) start();
    await wait(RETRY_MS);
  }
  return null;
}

/**
 * The answer's line, or null when there was none.
 * @param {{ control: string, token: string }} host
 * @param {string} request
 * @param {AbortSignal} patience
 * @returns {Promise<{ ok: boolean, value?: object | null, error?: { code: string, reason?: string } } | null>}
 */
function askOnce({ control, token }, request, patience) {
  return new Promise((resolve) => {
    const socket = net.connect(control);
    const give = (/** @type {any} */ value) => {
      socket.destroy();
      resolve(value);
    };
    patience.addEventListener('abort', () => give(null), { once: true });
    socket.once('connect', () => socket.write(`{"token":${JSON.stringify(token)},${request.slice(1)}\n`));
    socket.on('error', () => give(null));
    socket.on('close', () => give(null));
    let heard = '';
    socket.setEncoding('utf8').on('data', (part) => {
      heard += part;
      if (heard.endsWith('\n')) give(JSON.parse(heard));
    });
  });
}

/**
 * Resolves when all of it is written: leaving earlier would cut it off in a pipe.
 * @param {string} text
 * @returns {Promise<void>}
 */
function print(text) {
  return new Promise((resolve) => {
    process.stdout.on('error', () => resolve());
    process.stdout.write(text, () => resolve());
  });
}
