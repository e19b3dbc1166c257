import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { programsOnPath } from '@twicewise/client/host-side';
import { CLAUDE_CODE, type NestedProgram } from './hook-events.ts';

// Claude Code up to 2.0.55 ignores a whole settings file, permission rules included, if it names one unknown event; 2.0.57 and
// newer ignore only that event (tried: 2.0.54, 2.0.55, 2.0.57 to 2.0.74, 2.1.0 to 2.1.330). So old versions get only the events
// that they know.

/** The first version that accepts unknown events. */
const TAKES_UNKNOWN = [2, 0, 57];
/** Events that were added after 2.0.54. */
const NEWER_EVENTS: ReadonlySet<string> = new Set(['PostToolUseFailure']);

const VERSION = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})$/;
/** How many levels above a program the file with its version may lie. */
const MAX_LEVELS = 4;

/** The version from the package.json or, for the native installer, from the name of the file or its folder. */
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

/**
 * The version of the installed Claude Code; null if none is found. It is read from files, because running the program takes long.
 */
export function claudeVersion(environment: NodeJS.ProcessEnv): string | null {
  const [program] = programsOnPath('claude', environment);
  if (program === undefined) return null;
  try {
    return versionAt(realpathSync(program));
  } catch {
    return null;
  }
}

/** Whether a version is known to be older than another. */
function isOlder(version: string, than: readonly number[]): boolean {
  const parts = VERSION.exec(version)?.slice(1).map(Number);
  if (!parts) return false;
  const at = parts.findIndex((part, index) => part !== than[index]);
  return at >= 0 && (parts[at] ?? 0) < (than[at] ?? 0);
}

/** The hooks that the installed version supports; all of them when the version is unknown. */
export function claudeHooksFor(environment: NodeJS.ProcessEnv): NestedProgram {
  const version = claudeVersion(environment);
  if (version === null || !isOlder(version, TAKES_UNKNOWN)) return CLAUDE_CODE;
  return { ...CLAUDE_CODE, events: CLAUDE_CODE.events.filter(({ event }) => !NEWER_EVENTS.has(event)) };
}
