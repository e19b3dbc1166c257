import type { Outcome } from '@twicewise/contract';

/** Kinds of things to choose, in the order in which they are shown. */
export const KINDS = ['recent', 'action', 'project', 'lesson', 'session', 'node'] as const;

/** What a thing to choose is; `recent` for those that were chosen before. */
export type EntryKind = (typeof KINDS)[number];

/** One thing to choose. */
export interface Entry {
  /** Of one kind there is one with this key; it is what is remembered of a choice. */
  key: string;
  kind: EntryKind;
  title: string;
  /** Where it belongs: part of the interface, project. */
  place?: string;
  keys?: readonly string[];
  outcome?: Outcome;
  /** Why it cannot be chosen for now. */
  why?: string | null;
  run: () => void;
}

/** True when it can be chosen. */
export const isOpen = ({ why }: Entry) => !why;

const WORD = /[\p{L}\p{N}]+/gu;

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

function worth(typed: string, words: readonly string[]): number {
  const at = words.findIndex((word) => word.startsWith(typed));
  if (at >= 0) return (words[at] === typed ? 4 : 3) + (at === 0 ? 1 : 0);
  return typed.length > 1 && words.some((word) => word.includes(typed)) ? 1 : 0;
}

/** How well a name answers what was typed: 0 unless every word of it begins, or is part of, one of its own. */
export function likeness(typed: string, name: string): number {
  const words = wordsIn(name);
  const scores = wordsIn(typed).map((word) => worth(word, words));
  return scores.length === 0 || scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Those that answer what was typed, the best first; all of them, as they are, when nothing was. */
export function answering<T>(items: readonly T[], typed: string, nameOf: (item: T) => string): T[] {
  if (typed.trim() === '') return [...items];
  return items
    .map((item) => ({ item, score: likeness(typed, nameOf(item)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ item }) => item);
}
