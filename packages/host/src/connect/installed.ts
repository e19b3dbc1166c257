import { existsSync } from 'node:fs';
import { programsOnPath } from '@twicewise/client/host-side';
import { type AgentClient, CLIENTS, type Machine } from './clients.ts';

// Finds out whether a program is installed, and which program a person means, by the names that people use for it.

/** Evidence that a program is installed: its folder, else the program that a shell would start; null if there is neither. */
export function foundBy(client: AgentClient, where: Machine): string | null {
  const mark = client.mark(where);
  if (existsSync(mark)) return mark;
  return client.commands.flatMap((name) => programsOnPath(name, where.environment))[0] ?? null;
}

/** Normalises a name for comparison: "Codex CLI", "codex-cli" and "codex" are the same. */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/cli$/, '');
}

/** All names of a program, one by one: "Droid (Factory)" has two. */
function namesOf({ id, name, commands, alsoCalled = [] }: AgentClient): string[] {
  const parts = [name, ...name.split(/[/()]/)].filter((part) => part.trim() !== '');
  return [id, ...parts, ...alsoCalled, ...commands].map(plain);
}

/** The program that a person names; upper and lower case and spaces do not matter. */
export function clientNamed(name: string): AgentClient | undefined {
  const meant = plain(name);
  return CLIENTS.find(({ id }) => id === name) ?? CLIENTS.find((client) => namesOf(client).includes(meant));
}

/** Edit distance: how many letters must be inserted, removed or replaced to turn one word into the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index++) {
      const replaced = (row[index] ?? 0) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

/** Longest name that is compared, in letters. */
const MAX_LETTERS = 64;

/** The programs whose names are most similar to a mistyped one, or begin with it; empty if none is. */
export function clientsLike(name: string): AgentClient[] {
  const typed = plain(name).slice(0, MAX_LETTERS);
  if (typed.length < 2) return [];
  const rated = CLIENTS.map((client) => {
    const names = namesOf(client);
    const begins = names.some((one) => one.startsWith(typed));
    return { client, rate: begins ? 0 : Math.min(...names.map((one) => distance(typed, one))) };
  });
  const best = Math.min(...rated.map(({ rate }) => rate));
  return best > typed.length / 3 ? [] : rated.filter(({ rate }) => rate === best).map(({ client }) => client);
}
