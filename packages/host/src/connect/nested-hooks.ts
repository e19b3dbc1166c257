import { isDeepStrictEqual } from 'node:util';
import { type ConfigFile, UnfitFile } from './config-file.ts';
import type { EnteredEvent, NestedProgram } from './hook-events.ts';
import { asObject, readJson, withValue } from './json-text.ts';
import { handlerInPlace, hookLine, isOurHook, type OurCommand } from './our-command.ts';

type Group = { hooks?: unknown } | null;

/** The groups of handlers for an event. Throws {@link UnfitFile} if the value there is not a list of groups. */
function groupsIn(text: string, event: string): Group[] {
  const { hooks } = readJson(text);
  if (hooks === undefined) return [];
  const groups = asObject(hooks, '"hooks"')[event] ?? [];
  if (!Array.isArray(groups)) throw new UnfitFile(`In it "hooks.${event}" is not a list.`);
  return groups as Group[];
}

/** The events that have groups of handlers. */
function eventsIn(text: string): string[] {
  const { hooks } = readJson(text);
  if (hooks === undefined) return [];
  return Object.entries(asObject(hooks, '"hooks"')).flatMap(([event, groups]) =>
    Array.isArray(groups) ? [event] : [],
  );
}

const handlersOf = (group: Group): unknown[] => (Array.isArray(group?.hooks) ? group.hooks : []);
const isOurs = (group: Group) => handlersOf(group).some(isOurHook);

/** Our handler for an event, in the form that the program expects. */
type Handler = Readonly<Record<string, unknown>>;

function insertEvent(text: string, { event, matcher }: EnteredEvent, handler: Handler): string {
  const groups = groupsIn(text, event);
  const at = groups.findIndex(isOurs);
  const group = groups[at];
  const entry = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
  if (!group)
    return withValue(text, ['hooks', event, ...(groups.length > 0 ? [-1] : [])], groups.length > 0 ? entry : [entry]);
  const own = handlersOf(group).findIndex(isOurHook);
  const present = handlersOf(group)[own];
  const corrected = handlerInPlace(present, handler);
  return isDeepStrictEqual(present, corrected) ? text : withValue(text, ['hooks', event, at, 'hooks', own], corrected);
}

/** The settings without our handlers and the objects that held nothing else. */
function withoutOurs(text: string): unknown {
  const { hooks, ...others } = readJson(text);
  if (hooks === undefined) return others;
  const events = Object.entries(asObject(hooks, '"hooks"')).flatMap(([event, groups]) => {
    if (!Array.isArray(groups)) return [[event, groups]];
    const left = (groups as Group[]).flatMap((group) => {
      if (!isOurs(group)) return [group];
      const handlers = handlersOf(group).filter((handler) => !isOurHook(handler));
      return handlers.length === 0 ? [] : [{ ...group, hooks: handlers }];
    });
    return left.length === 0 ? [] : [[event, left]];
  });
  return events.length === 0 ? others : { ...others, hooks: Object.fromEntries(events) };
}

/** Removes our handlers for an event, and the objects that held nothing else. */
function removeEvent(text: string, event: string): string {
  const at = groupsIn(text, event).findIndex(isOurs);
  const group = groupsIn(text, event)[at];
  if (!group) return text;
  if (handlersOf(group).length > 1) {
    const own = handlersOf(group).findIndex(isOurHook);
    return removeEvent(withValue(text, ['hooks', event, at, 'hooks', own], undefined), event);
  }
  if (groupsIn(text, event).length > 1) return removeEvent(withValue(text, ['hooks', event, at], undefined), event);
  const rest = withValue(text, ['hooks', event], undefined);
  return Object.keys(asObject(readJson(rest).hooks, '"hooks"')).length > 0
    ? rest
    : withValue(rest, ['hooks'], undefined);
}

/** A settings file that holds hooks as Claude Code's does. `obstacles` says what prevents them from running. */
export function nestedHooks(
  path: string,
  { agent, events, timeoutIn }: NestedProgram,
  obstacles: (settings: Record<string, unknown>, text: string) => string[] = () => [],
): ConfigFile {
  const names = events.map(({ event }) => event);
  const handlerOf = (ourCommand: OurCommand, { event, seconds }: EnteredEvent): Handler => ({
    type: 'command',
    command: hookLine(ourCommand, event, agent),
    timeout: timeoutIn === 'seconds' ? seconds : seconds * 1000,
  });
  return {
    path,
    holds: 'hooks',
    insert(text, ourCommand) {
      // Events that we no longer enter, or not for the installed version.
      const others = eventsIn(text).filter((event) => !names.includes(event));
      const kept = others.reduce(removeEvent, text);
      return events.reduce((rest, one) => insertEvent(rest, one, handlerOf(ourCommand, one)), kept);
    },
    remove: (text) => eventsIn(text).reduce(removeEvent, text),
    has: (text) => [...names, ...eventsIn(text)].some((event) => groupsIn(text, event).some(isOurs)),
    others: withoutOurs,
    obstacles: (text) => obstacles(readJson(text), text),
  };
}
