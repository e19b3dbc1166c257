import { createHash } from 'node:crypto';
import { canonicalJson } from '@twicewise/contract';
import { parse } from 'smol-toml';
import { readJson } from './json-text.ts';
import { isOurHook } from './our-command.ts';

// Codex runs a hook only once its person has trusted it. What is trusted it keeps in its config.toml: by the place of the hook, a hash
// of what it runs. So a changed hook is silent again. Seen in 0.169.0, whose hooks/list calls these states by the same names.

/**
 * What Codex thinks of our hooks: the worst of what it thinks of each. `off`: the person switched all of them off; one of them
 * may be off for good reason.
 */
export type HookTrust = 'untrusted' | 'changed' | 'off' | 'trusted';
const WORST_FIRST = ['untrusted', 'changed', 'trusted', 'off'] as const satisfies readonly HookTrust[];

interface Handler {
  readonly command: string;
  readonly timeout?: number;
  readonly async?: boolean;
  readonly statusMessage?: string;
}

/** A handler of ours and where it stands in the file. */
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

/** The hash by which Codex knows a hook. */
function hashOf({ event, matcher, handler: { command, timeout, async = false, statusMessage } }: Entered): string {
  const handler = { type: 'command', command, timeout, async, statusMessage };
  const identity = canonicalJson({ event_name: event, matcher, hooks: [handler] });
  return `sha256:${createHash('sha256').update(identity).digest('hex')}`;
}

type State = Record<string, { trusted_hash?: unknown; enabled?: unknown } | undefined>;

/**
 * What Codex will do with our hooks.
 * @param hooks Text of its file of hooks.
 * @param paths Of that file, as Codex may name it.
 * @param config Text of its config.toml; throws what is thrown for one that is not valid TOML.
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
