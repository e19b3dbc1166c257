import clsx from 'clsx';
import { IS_MAC } from './platform.ts';

const SYMBOLS: Record<string, string> = {
  Mod: IS_MAC ? '⌘' : 'Ctrl',
  Meta: '⌘',
  Alt: 'Alt',
  Shift: IS_MAC ? '⇧' : 'Shift',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageDown: 'PgDn',
  PageUp: 'PgUp',
  Escape: 'Esc',
  Delete: 'Del',
};

/** A key combination as text, such as `Ctrl+Z`. */
export function keysText(keys: string): string {
  if (keys === '+') return keys;
  if (/^[A-Z]$/.test(keys)) return `${SYMBOLS.Shift}${IS_MAC ? '' : '+'}${keys}`;
  const parts = keys.split('+').map((part) => SYMBOLS[part] ?? (keys.includes('+') ? part.toUpperCase() : part));
  return parts.map((part) => (part === 'ENTER' ? 'Enter' : part)).join(IS_MAC ? '' : '+');
}

/**
 * A key combination drawn as a key, but not behind an open sheet, where it has no effect. `quiet`: in the colours of the button around
 * it.
 */
export function Kbd({ keys, quiet = false }: { keys: string; quiet?: boolean }) {
  return (
    <kbd
      className={clsx(
        'behind:invisible inline-flex h-4.5 min-w-4.5 items-center justify-center rounded-sm border px-1 font-mono text-micro',
        quiet ? 'border-current/40' : 'border-line-strong text-ink-2',
      )}
    >
      {keysText(keys)}
    </kbd>
  );
}
