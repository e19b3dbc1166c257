import { createHash } from 'node:crypto';
import { canonicalJson } from '@twicewise/contract';
import { parse } from 'smol-toml';
import { readJson } from './json-text.ts';
import { isOurHook } from './our-command.ts';

// Codex runs a hook only after its person has trusted it. It stores the trust in its config.toml, by the position of the hook and
// a hash of what it runs, so a changed hook stops running. Seen in 0.169.0, whose hooks/list uses the same names for these
// states.

/**
 * The state of our hooks in Codex: the worst state of any of them. `off` means that the person switched all of them off; a single
 * one may be off for good reason.
 */
export type HookTrust = 'untrusted' | 'changed' | 'off' | 'trusted';
const WORST_FIRST = ['untrusted', 'changed', 'trusted', 'off'] as const satisfies readonly HookTrust[];

interface Handler {
  readonly command: string;
  readonly timeout?: number;
  readonly async?: boolean;
  readonly statusMessage?: string;
}

/** One of our handlers and its position in the file. */
interface Entered {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly place: string;
  readonly handler: Handler;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function enteredIn(hooks: string): Entered[] {
  const events = Object.entries((readJson(hooks).hooks ?? {}) as Record<string, unknown>);
  return events.flatMap(([name, groups]) => {
    const event = name.replace(/\B[A-Z]/g, '_$&').toLowerCase();
    return listOf(groups).flatMap((group, groupAt) => {
      const { matcher, hooks: handlers } = (group ?? {}) as { matcher?: string; hooks?: unknown };
      return listOf(handlers).flatMap((handler, at) =>
        isOurHook(handler) ? [{ event, matcher, place: `${event}:${groupAt}:${at}`, handler: handler as Handler }] : [],
      );
    });
  });
}

/** The hash by which Codex identifies a hook. */
function hashOf({ event, matcher, handler: { command, timeout, async = false, statusMessage } }: Entered): string {
  const handler = { type: 'command', command, timeout, async, statusMessage };
  const identity = canonicalJson({ event_name: event, matcher, hooks: [handler] });
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

type State = Record<string, { trusted_hash?: unknown; enabled?: unknown } | undefined>;

/**
 * Determines what Codex will do with our hooks.
 * @param hooks Text of its file of hooks.
 * @param paths Paths of that file, in each form that Codex may use.
 * @param config Text of its config.toml; throws the parser's error if it is not valid TOML.
 */
export function codexTrust(hooks: string, paths: readonly string[], config: string): HookTrust {
  const state = ((parse(config).hooks as { state?: State } | undefined)?.state ?? {}) as State;
  const states = enteredIn(hooks).map((entered): HookTrust => {
    const known = paths.map((path) => state[`${path}:${entered.place}`]).find((one) => one !== undefined);
    if (known?.enabled === false) return 'off';
    if (known?.trusted_hash === undefined) return 'untrusted';
    return known.trusted_hash === hashOf(entered) ? 'trusted' : 'changed';
  });
  return WORST_FIRST.find((one) => states.includes(one)) ?? 'trusted';
}
