import type { ConfigFile } from './config-file.ts';
import { hookArguments, type OurCommand } from './our-command.ts';
import { ownFile } from './own-file.ts';

// opencode (seen in 1.18.33) cannot run commands as hooks. It has plugins instead: files with code that it loads. Our plugin
// passes events to our hook and puts the answer where the model reads it: into a part of the prompt that is not shown, or after
// the output of a command. What is told after a context was cut is kept in the memory until either of the two comes. The plugin
// uses only what the documents promise (opencode.ai/docs/plugins), nothing that they call experimental.

const PLUGIN = `
/** Longest time to wait for an answer, in milliseconds. */
const LONGEST_MS = 10000;

/** What our hook says to an event; '' when it says nothing, is gone, or takes too long. */
function ask(event, fields) {
  return new Promise((resolve) => {
    const child = spawn(COMMAND, ARGUMENTS.map((word) => (word === 'EVENT' ? event : word)), {
      stdio: ['pipe', 'pipe', 'ignore'],
      windowsHide: true,
    });
    let said = '';
    const give = () => {
      clearTimeout(timer);
      child.kill();
      try {
        resolve(String(JSON.parse(said).additionalContext ?? ''));
      } catch {
        resolve('');
      }
    };
    const timer = setTimeout(give, LONGEST_MS);
    child.on('error', give).on('close', give);
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (part) => {
      said += part;
    });
    child.stdin.end(JSON.stringify({ hook_event_name: event, ...fields }));
  });
}

/** Runs what must never be in the way of the agent. */
async function quietly(run) {
  try {
    await run();
  } catch {}
}

/** Most sessions that are looked through for the original of a copy, and most messages of one. */
const SESSIONS = 10;
const MESSAGES = 100;

/**
 * Of which session a new one is a copy: undefined for none, null where that is not found. A copy has its messages before the
 * first prompt, with their times; its original has the last of them, and was there before it.
 */
async function originalOf(client, directory, sessionID) {
  const messages = async (id, limit) => (await client.session.messages({ path: { id }, query: { limit } })).data ?? [];
  const last = (await messages(sessionID, 1)).at(-1)?.info.time.created;
  if (last === undefined) return undefined;
  const all = (await client.session.list({ query: { directory } })).data ?? [];
  const older = all.filter(({ id, time }) => id !== sessionID && time.created <= last && time.updated >= last);
  const byTime = older.sort((a, b) => b.time.created - a.time.created).slice(0, SESSIONS);
  for (const { id } of byTime) {
    if ((await messages(id, MESSAGES)).some(({ info }) => info.time.created === last)) return id;
  }
  return null;
}

export const Twicewise = async ({ client, directory }) => {
  const fresh = new Set();
  const cut = new Set();
  const about = (sessionID) => ({ session_id: sessionID, cwd: directory });
  return {
    event: ({ event }) =>
      quietly(async () => {
        const { sessionID, info } = event.properties ?? {};
        if (event.type === 'session.created') fresh.add(info.id);
        if (event.type === 'session.deleted') await ask('SessionEnd', about(info.id));
        if (event.type !== 'session.compacted') return;
        cut.add(sessionID);
        await ask('SessionStart', { ...about(sessionID), source: 'compact' });
      }),
    'chat.message': ({ sessionID }, { message, parts }) =>
      quietly(async () => {
        const typed = parts.filter((part) => part.type === 'text' && !part.synthetic);
        const last = parts.at(-1);
        if (typed.length === 0) return;
        const texts = [];
        cut.delete(sessionID);
        if (fresh.delete(sessionID)) {
          const forked_from = await originalOf(client, directory, sessionID).catch(() => undefined);
          const source = forked_from === undefined ? 'startup' : 'fork';
          texts.push(await ask('SessionStart', { ...about(sessionID), source, forked_from }));
        }
        const prompt = typed.map((part) => part.text).join('\\n');
        texts.push(await ask('UserPromptSubmit', { ...about(sessionID), prompt }));
        const text = texts.filter((one) => one !== '').join('\\n\\n');
        if (text === '') return;
        parts.push({ id: last.id + 'z', sessionID, messageID: message.id, type: 'text', text, synthetic: true });
      }),
    'tool.execute.after': ({ tool, sessionID, args }, output) =>
      quietly(async () => {
        const texts = [];
        if (cut.delete(sessionID)) texts.push(await ask('AfterCompaction', about(sessionID)));
        if (tool === 'bash') {
          const tool_response = { output: output.output, exit: output.metadata?.exit };
          const call = { tool_name: tool, tool_input: { command: args.command }, tool_response };
          texts.push(await ask('PostToolUse', { ...about(sessionID), ...call }));
        }
        for (const text of texts) if (text !== '') output.output += '\\n\\n' + text;
      }),
  };
};
`;

function pluginText(ourCommand: OurCommand): string {
  const words = hookArguments(ourCommand, 'EVENT', 'opencode');
  return `// Twicewise: brings lessons to opencode's agents unasked. "twicewise connect opencode" writes this file, with --remove it goes.
import { spawn } from 'node:child_process';

const COMMAND = ${JSON.stringify(ourCommand.command)};
const ARGUMENTS = ${JSON.stringify(words)};
${PLUGIN}`;
}

/**
 * See `ownFile`. Hashes of the first version, of one that told a session's start later, and of one that knew copies of sessions.
 */
const UNMARKED = ['241e0a545052f467', 'b79f096acf29c00c', 'aea812d60168e6b2'];

/** The file that holds our plugin in opencode. */
export function opencodePlugin(path: string): ConfigFile {
  return ownFile(path, pluginText, UNMARKED);
}
