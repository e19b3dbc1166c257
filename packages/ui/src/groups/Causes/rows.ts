import type { OutputOf } from '@twicewise/contract';
import type { KeyboardEvent } from 'react';

/** A node with its standing in a search. */
export type NodeFound = OutputOf<'causal.nodes'>['items'][number];

/** The nodes of a search that have just the typed words, whatever their case. */
export const namedSo = (nodes: readonly NodeFound[], typed: string) =>
  nodes.filter(({ label }) => label.toLowerCase() === typed.toLowerCase());

const STEPS: Record<string, (at: number, length: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_at, length) => length - 1,
};

/** Focuses the row so many after the focused one; without one the row where Tab stops, and before the first one the field. */
export function focusRow(list: Element | null, field: HTMLElement | null, step: number): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = at < 0 ? rows.findIndex(({ tabIndex }) => tabIndex === 0) : at + step;
  (at >= 0 && at + step < 0 ? field : rows[next])?.focus();
}

/** Moves the focus among the rows of a list with the arrow keys, so that Tab stops once. Rows are marked `data-row`. */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[step(at, rows.length)];
  event.preventDefault();
  if (at >= 0) next?.focus();
}
