import type { MapColours } from './look.ts';

const ROLES: Record<keyof MapColours, string> = {
  ground: '--reading',
  raised: '--raised',
  ink: '--ink',
  soft: '--ink-3',
  line: '--control',
  signal: '--signal',
  tint: '--signal-tint',
  far: '--control',
  failure: '--failure',
  partial: '--partial',
  success: '--success',
};

/** The colours of the theme for a canvas; a probe element resolves light or dark. */
export function readPalette(within: HTMLElement): MapColours {
  const probe = document.createElement('span');
  within.append(probe);
  const read = (role: string) => {
    probe.style.color = `var(${role})`;
    return getComputedStyle(probe).color;
  };
  const palette = Object.fromEntries(Object.entries(ROLES).map(([name, role]) => [name, read(role)]));
  probe.remove();
  return palette as unknown as MapColours;
}
