import { buildUi } from './build-ui.ts';
import { fetchElectron, installedElectron, runDesktop, whyNoWindow } from './electron.ts';

// `npm start`: starts the desktop app if a window can be opened, otherwise the headless host, with the same interface in a
// browser.

const args = process.argv.slice(2);
/** An option that only the headless host has. */
const headless = args.find((argument) => /^--(?:headless|port|open|background|take-over|idle-end)\b/.test(argument));

/** Runs the desktop app to its end; returns the reason if it cannot run. */
async function tryDesktop(): Promise<string | null> {
  if (headless !== undefined) return `${headless} asks for it`;
  const { platform, env, getuid } = process;
  const why = whyNoWindow({ platform, env, uid: getuid?.() });
  if (why !== null) return why;
  const there = installedElectron(env);
  const found = there === null ? await fetchElectron() : { program: there };
  if ('reason' in found) return found.reason;
  // Imported only here, so that the headless host does not wait for a bundler to load.
  const { buildDesktop } = await import('./build-desktop.ts');
  await buildDesktop();
  process.stderr.write('Starting the desktop app. Close its window, or press Ctrl+C here, to stop it.\n');
  return runDesktop(found.program, args);
}

const why = await tryDesktop();
if (why !== null) {
  await buildUi();
  process.stderr.write(`Starting the headless host (${why}). Its address follows; Ctrl+C stops it.\n`);
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  const display = process.platform !== 'linux' || DISPLAY !== undefined || WAYLAND_DISPLAY !== undefined;
  const rest = args.filter((argument) => argument !== '--headless');
  process.argv.splice(2, args.length, 'serve', ...(display ? ['--open'] : []), ...rest);
  await import('../packages/host/bin/twicewise.mjs');
}
