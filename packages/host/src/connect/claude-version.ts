import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CLAUDE_CODE, type NestedProgram } from './hook-events.ts';
import { programsOnPath } from './on-path.ts';

// Claude Code up to 2.0.55 passes over a whole settings file, rules of permission and all, for the name of one event that it does not
// know; 2.0.57 and newer pass over the event alone (2.0.54, 2.0.55, 2.0.57 to 2.0.74, 2.1.0 to 2.1.330 were tried). So an
// old version is given the events that it knows.

/** The first version that takes an event it does not know. */
const TAKES_UNKNOWN = [2, 0, 57];
/** Events that came after 2.0.54. */
const NEWER_EVENTS: ReadonlySet<string> = new Set(['PostToolUseFailure']);

const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;
/** How far above a program the file lies that names its version. */
const MAX_LEVELS = 4;

/** The version of a package or, for the native installer, of the folder or file it lies in. */
function versionAt(program: string): string | null {
  let place = program;
  for (let level = 0; level < MAX_LEVELS; level++) {
    const name = place.split(/[\\/]/).at(-1) ?? '';
    if (VERSION.test(name)) return name;
    place = dirname(place);
    const manifest = join(place, 'package.json');
    if (!existsSync(manifest)) continue;
    const { name: named, version } = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, unknown>;
    if (/^@anthropic-ai\/claude-code/.test(String(named))) return String(version);
  }
  return null;
}

/** The version of the Claude Code that the person starts; null where none is found. It is read, not run: that would take long. */
export function claudeVersion(environment: NodeJS.ProcessEnv): string | null {
  const [program] = programsOnPath('claude', environment);
  if (program === undefined) return null;
  try {
    return versionAt(realpathSync(program));
  } catch {
    return null;
  }
}

/** True for a version that is known to be older than another. */
function isOlder(version: string, than: readonly number[]): boolean {
  const parts = VERSION.exec(version)?.slice(1).map(Number);
  if (!parts) return false;
  const at = parts.findIndex((part, index) => part !== than[index]);
  return at >= 0 && (parts[at] ?? 0) < (than[at] ?? 0);
}

/** The hooks that the installed version can be given; all of them where it is not known. */
export function claudeHooksFor(environment: NodeJS.ProcessEnv): NestedProgram {
  const version = claudeVersion(environment);
  if (version === null || !isOlder(version, TAKES_UNKNOWN)) return CLAUDE_CODE;
  return { ...CLAUDE_CODE, events: CLAUDE_CODE.events.filter(({ event }) => !NEWER_EVENTS.has(event)) };
}
