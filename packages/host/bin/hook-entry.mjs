// The program that agents run as a hook. It uses only plain JavaScript and Node's own modules, because it runs at every prompt
// and must start and end quickly. Whatever goes wrong, it prints nothing and exits with code 0: other codes would hinder the
// agent, and 2 would erase the person's prompt.
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { dataFolder, findHost } from '@twicewise/client/data-folder';
import { startHost } from '@twicewise/client/start-host';
import { readHookArguments } from './hook-arguments.mjs';

/** Longest input that is read, in bytes; slightly less than the host accepts in one line. */
const MAX_INPUT_BYTES = 1_900_000;
/** Pause between two attempts to reach a host, in milliseconds. */
const RETRY_MS = 25;
/** A host is started after this many failed attempts, so that a hand-over can pass unnoticed. */
const START_AFTER = 2;
/** How much longer a hook may be told to wait. */
const MOST_PATIENT = 10;
/** How many times as long as usual a hook waits: for machines that are slow or busy, where it would give up too early. */
const FACTOR = Math.min(MOST_PATIENT, Math.max(1, Number(process.env.TWICEWISE_HOOK_PATIENCE) || 1));
/** Longest run of a hook, in milliseconds. */
const LONGEST_MS = 9000 * FACTOR;
/**
 * Longest wait for an answer, in milliseconds. The start of a session may wait for a host to start. A prompt should not be held
 * up for long, the end of a turn even less. At the end of a session an agent gives its hooks 1,500 ms in all, so no host is
 * started then.
 */
const PATIENCE_MS = { start: 8000, meanwhile: 5000, turn: 1500, end: 1000 };
/** Events at the end of a turn or before a compaction. What is not captured at one of them is captured at the next. */
const TURN_END = /^(?:stop|afteragent|precompact)$/i;
/** Events that follow a tool call, successful or not, by the names of all programs. */
const AFTER_TOOL = new Set(['PostToolUse', 'AfterTool', 'postToolUse']);
/**
 * Matches input that may report a failure: a word that failing programs print, or an exit code, as text around the output or as a
 * field (escaped where the program passes its result on as text). Without a match the host is not asked, so that a tool that
 * succeeded costs the agent almost nothing.
 */
const MAY_HAVE_FAILED =
  /fail|error|exception|traceback|panic|fatal|not found|no such file|denied|\*\*\*|exit(?:ed)?(?: with)? code:? ?-?[1-9]|"exit(?:Code)?\\?":\s*-?[1-9]|"success\\?":\s*false/i;

/**
 * Which time limit applies to an event.
 * @param {string} event
 * @returns {keyof typeof PATIENCE_MS}
 */
export function momentOf(event) {
  if (/^sessionstart$/i.test(event)) return 'start';
  if (isAtEnd(event)) return 'end';
  return TURN_END.test(event) ? 'turn' : 'meanwhile';
}

/**
 * Whether an event follows a tool call that may have succeeded.
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
 * Asks the host what to tell and prints it.
 * @param {string[]} args
 * @param {() => import('@twicewise/client/start-host').Program | null} program Null if no host can run.
 */
export async function runHook(args, program) {
  try {
    // Ends also when nobody closes standard input.
    await Promise.race([answer(args, program), wait(LONGEST_MS)]);
  } catch {
    // No message; the reason is given at the top of this file.
  }
  process.exit(0);
}

/**
 * @param {string[]} args
 * @param {() => import('@twicewise/client/start-host').Program | null} program
 */
async function answer(args, program) {
  if (process.env.TWICEWISE_HOOKS === 'off') return;
  const { values, positionals } = readHookArguments(args);
  const input = await readInput();
  const payload = input === null ? null : readObject(input);
  if (input === null || payload === null) return;
  const event = String(payload.hook_event_name ?? positionals[0]);
  // In Cline the result of the first tool carries what other programs are told at the start of a session.
  if (isAfterTool(event) && payload.iteration !== 1 && !MAY_HAVE_FAILED.test(input)) return;
  const request = JSON.stringify({
    command: 'hook',
    // An entry that does not name its program belongs to Claude Code.
    agent: values.agent ?? 'claude-code',
    // Every agent names its folder; if one does not, the folder in which its hook runs counts.
    payload: { cwd: process.cwd(), ...payload, hook_event_name: event },
    project: values.project ?? null,
    projectFolder: process.env.CLAUDE_PROJECT_DIR || null,
    parent: process.ppid,
    // Claude Code sets "1" if a person is watching. Without the variable nobody may be, and the answer of a script must not be
    // lost.
    attended: process.env.CLAUDE_CODE_SESSION_ATTENDED === '1',
    key: randomUUID(),
  });
  const data = dataFolder(typeof values.data === 'string' ? values.data : undefined, process.env);
  const patience = AbortSignal.timeout(PATIENCE_MS[momentOf(event)] * FACTOR);
  const start = () => {
    const how = isAtEnd(event) ? null : program();
    if (how !== null) startHost(how, data);
  };
  const output = await ask(data, request, start, patience);
  if (output !== null) await print(`${JSON.stringify(output)}\n`);
}

/** @returns {Promise<string | null>} Null if the input is longer than the limit. */
async function readInput() {
  /** @type {Buffer[]} */
  const parts = [];
  let size = 0;
  for await (const part of process.stdin) {
    size += part.length;
    // Reads to the end anyway, so that the agent gets no broken pipe.
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
 * Whether a host is unavailable only for a moment: it is opening or closing its memory, or ending. Any other error (a damaged
 * memory, a full disk, a refused request) lasts longer than a prompt should be held up.
 * @param {{ code: string, reason?: string } | undefined} error
 */
function isPassing(error) {
  return error?.code === 'unavailable' && [undefined, 'no_host', 'handed_over'].includes(error.reason);
}

/**
 * Asks until a host answers; it may be starting or handing over. The request carries a key, so asking twice tells and counts
 * nothing twice.
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
 * Asks once and returns the answer's line, or null if none came.
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
 * Resolves when all of the text is written; exiting earlier would cut it off in a pipe.
 * @param {string} text
 * @returns {Promise<void>}
 */
function print(text) {
  return new Promise((resolve) => {
    process.stdout.on('error', () => resolve());
    process.stdout.write(text, () => resolve());
  });
}
