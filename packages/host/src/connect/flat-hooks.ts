import { isDeepStrictEqual } from 'node:util';
import { type ConfigFile, UnfitFile } from './config-file.ts';
import type { EnteredEvent, FlatProgram } from './hook-events.ts';
import { asObject, readJson, withValue } from './json-text.ts';
import { handlerInPlace, isOurHook, type OurCommand } from './our-command.ts';

// A file of hooks in the form of Cursor and Copilot CLI: `version`, and for each event a list of handlers without groups.

const VERSION = 1;

function handlersIn(text: string, event: string): unknown[] {
  const { hooks } = readJson(text);
  if (hooks === undefined) return [];
  const handlers = asObject(hooks, '"hooks"')[event] ?? [];
  if (!Array.isArray(handlers)) throw new UnfitFile(`In it "hooks.${event}" is not a list.`);
  return handlers;
}

/** Our handler for an event, in the form that the program expects. */
export type HandlerOf = (ourCommand: OurCommand, entered: EnteredEvent) => Readonly<Record<string, unknown>>;

function insertEvent(text: string, event: string, handler: ReturnType<HandlerOf>): string {
  const handlers = handlersIn(text, event);
  const at = handlers.findIndex(isOurHook);
  if (at >= 0) {
    const corrected = handlerInPlace(handlers[at], handler);
    return isDeepStrictEqual(handlers[at], corrected) ? text : withValue(text, ['hooks', event, at], corrected);
  }
  return handlers.length > 0
    ? withValue(text, ['hooks', event, -1], handler)
    : withValue(text, ['hooks', event], [handler]);
}

function removeEvent(text: string, event: string): string {
  const handlers = handlersIn(text, event);
  const at = handlers.findIndex(isOurHook);
  if (at < 0) return text;
  if (handlers.length > 1) return removeEvent(withValue(text, ['hooks', event, at], undefined), event);
  const rest = withValue(text, ['hooks', event], undefined);
  if (Object.keys(asObject(readJson(rest).hooks, '"hooks"')).length > 0) return rest;
  // The version belongs to the hooks, so it is removed with them.
  return withValue(withValue(rest, ['hooks'], undefined), ['version'], undefined);
}

/** Everything but our handlers and the objects that held nothing else. */
function withoutOurs(text: string): unknown {
  const { hooks, version, ...others } = readJson(text);
  const kept = version === VERSION || version === undefined ? others : { ...others, version };
  if (hooks === undefined) return kept;
  const events = Object.entries(asObject(hooks, '"hooks"')).flatMap(([event, handlers]) => {
    if (!Array.isArray(handlers)) return [[event, handlers]];
    const left = handlers.filter((handler) => !isOurHook(handler));
    return left.length === 0 ? [] : [[event, left]];
  });
  return events.length === 0 ? kept : { ...kept, hooks: Object.fromEntries(events) };
}

/** A file of hooks in the form described above. */
export function flatHooks(path: string, { events }: FlatProgram, handlerOf: HandlerOf): ConfigFile {
  const names = events.map(({ event }) => event);
  return {
    path,
    holds: 'hooks',
    insert(text, ourCommand) {
      const { version, hooks } = readJson(text);
      const isFirst = version === undefined && hooks === undefined;
      const versioned = isFirst ? withValue(text, ['version'], VERSION) : text;
      return events.reduce((rest, one) => insertEvent(rest, one.event, handlerOf(ourCommand, one)), versioned);
    },
    remove: (text) => names.reduce(removeEvent, text),
    has: (text) => names.some((event) => handlersIn(text, event).some(isOurHook)),
    others: withoutOurs,
  };
}
