#!/usr/bin/env node
// Entry of the command. Plain JavaScript for any Node from 18 on. The bridge runs in this process, because an agent keeps it open
// for hours and one process is enough; so does the hook, which must be quick. Everything else needs Node 24 and is started under
// it.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { HOST_FLAGS, nodeBeside } from '@twicewise/client/own-node';
import { keepCompiledCode } from './compiled-code.mjs';
import { readHookArguments } from './hook-arguments.mjs';

const [command, ...rest] = process.argv.slice(2);
const entry = fileURLToPath(import.meta.url);

/** The desktop app brings a Node of its own, except on macOS. */
const isPackaged = /app\.asar\.unpacked[\\/]/.test(entry);

/**
 * Node 24 from npm (see docs/adr/0002), or the current one if it is new enough: better-sqlite3 needs N-API 10. Null if there is
 * none.
 */
function modernNode() {
  return Number(process.versions.node.split('.')[0]) >= 24 ? process.execPath : nodeBeside(entry);
}

/** As {@link modernNode}, for commands that cannot run without one. */
function requireModernNode() {
  const node = modernNode();
  if (node !== null) return node;
  const isInstalled = /[\\/]node_modules[\\/]/.test(entry);
  const advice = isPackaged
    ? 'Install it.'
    : isInstalled
      ? 'Install it, or install Twicewise with its optional dependencies: one of them is Node 24.'
      : 'Run "npm start" once in the checkout: it installs one beside it.';
  console.error(`Twicewise needs Node 24 or newer. ${advice}`);
  process.exit(1);
}

/**
 * The way to start a host with this Node.
 * @param {string} node
 */
const programOf = (node) => ({ node, flags: HOST_FLAGS, entry });
/** Programs name a hook by its event, with a capital letter. Any other word was typed by a person, even if mistyped. */
function namesEvent() {
  const [word = ''] = readHookArguments(rest).positionals;
  // A person may also type `Off`.
  return /^[A-Z]/.test(word) && !/^(on|off|status)$/i.test(word);
}
const asksForHelp = rest.includes('--help') || rest.includes('-h');

if (command === 'mcp' && !asksForHelp) {
  const { runBridge } = await import('./bridge-entry.mjs');
  // A packaged app is a host itself, so an older Node is enough while it runs.
  const node = isPackaged ? modernNode() : requireModernNode();
  runBridge(rest, node === null ? null : programOf(node));
} else if (command === 'hook' && !asksForHelp && namesEvent()) {
  const { runHook } = await import('./hook-entry.mjs');
  await runHook(rest, () => {
    const node = modernNode();
    return node === null ? null : programOf(node);
  });
} else {
  const node = requireModernNode();
  const source = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));
  // In a packaged app the command is compiled to JavaScript.
  const main = existsSync(source) ? source : source.replace(/ts$/, 'js');
  keepCompiledCode(process.env);
  const flags = command === 'serve' ? HOST_FLAGS.filter((flag) => !process.execArgv.includes(flag)) : [];
  if (node === process.execPath && flags.length > 0 && typeof process.execve === 'function') {
    // These flags have an effect only from the start, so the process replaces itself (not on Windows, which does without them).
    process.execve(node, [node, ...process.execArgv, ...flags, entry, ...process.argv.slice(2)], process.env);
  } else if (node === process.execPath) {
    // Without this folder Node would use one that everybody shares.
    if (process.env.NODE_COMPILE_CACHE) module.enableCompileCache(process.env.NODE_COMPILE_CACHE);
    await import(main);
  } else {
    const child = spawn(node, [...flags, main, ...process.argv.slice(2)], { stdio: 'inherit' });
    process.on('SIGINT', () => child.kill('SIGINT'));
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    process.on('SIGHUP', () => child.kill('SIGHUP'));
    child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
  }
}
