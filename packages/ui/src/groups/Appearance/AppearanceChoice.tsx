import type { ReactNode } from 'react';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import type { Appearance } from '../../state/appearance.tsx';
import { strings } from '../../strings.ts';

const words = strings.appearance;

const THEMES = [
  { value: 'system', label: strings.rail.themes.system, icon: words.themes.system },
  { value: 'light', label: strings.rail.themes.light, icon: words.themes.light },
  { value: 'dark', label: strings.rail.themes.dark, icon: words.themes.dark },
] as const;

const DENSITIES = [
  { value: 'comfortable', label: words.densities.comfortable, icon: words.densities.comfortable },
  { value: 'compact', label: words.densities.compact, icon: words.densities.compact },
] as const;

function Choice({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  return (
    <div className="grid min-h-10 items-center gap-x-4 border-line border-t py-1.5 grid-cols-[minmax(0,1fr)] sm:grid-cols-[10rem_minmax(0,1fr)]">
      <span aria-hidden className="text-ink-2">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-x-3">
        {children}
        <span className="text-ink-3 text-small">{text}</span>
      </div>
    </div>
  );
}

/** Chooses the theme of the interface and the spacing of its rows. */
export function AppearanceChoice({ theme, setTheme, density, setDensity }: Appearance) {
  return (
    <div className="border-line border-b">
      <Choice label={words.theme} text={words.themeText}>
        <Segmented label={words.theme} options={THEMES} value={theme} onChange={setTheme} />
      </Choice>
      <Choice label={words.density} text={words.densityText}>
        <Segmented label={words.density} options={DENSITIES} value={density} onChange={setDensity} />
      </Choice>
    </div>
  );
}
