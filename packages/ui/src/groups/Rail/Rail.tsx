import clsx from 'clsx';
import { Keyboard, Monitor, Moon, Search, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../elements/Button/Button.tsx';
import { Kbd, keysText } from '../../elements/Kbd/Kbd.tsx';
import { Logo } from '../../elements/Logo/Logo.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import type { Theme } from '../../state/appearance.tsx';
import { strings } from '../../strings.ts';

const THEMES = [
  { value: 'system', label: strings.rail.themes.system, icon: <Monitor size={14} aria-hidden /> },
  { value: 'light', label: strings.rail.themes.light, icon: <Sun size={14} aria-hidden /> },
  { value: 'dark', label: strings.rail.themes.dark, icon: <Moon size={14} aria-hidden /> },
] as const;

interface RailProps {
  /** The project switcher; none on screens of all projects. */
  projects: ReactNode;
  nav: ReactNode;
  /** Links to the saved views. */
  views: ReactNode;
  /** What came from agents. */
  news: ReactNode;
  /** Opens the palette. */
  onFind: () => void;
  connection: ReactNode;
  theme: Theme;
  onTheme: (theme: Theme) => void;
  onShortcuts: () => void;
}

/** The left rail: the links to the screens, and the state of the host. In a narrow window it becomes a bar on top. */
export function Rail({ projects, nav, views, news, onFind, connection, theme, onTheme, onShortcuts }: RailProps) {
  return (
    <header
      className={clsx(
        'flex shrink-0 flex-wrap items-center gap-1 border-line border-b bg-ground px-2 py-1',
        'md:w-50 md:flex-col md:flex-nowrap md:items-stretch md:gap-0 md:border-r md:border-b-0 md:px-3 md:py-3',
      )}
    >
      <div className="flex shrink-0 items-center gap-2 md:h-7 md:px-1">
        <Logo />
        <span className="max-md:sr-only font-semibold tracking-tight">{strings.product}</span>
      </div>
      <div className="min-w-0 md:mt-3 md:h-8">{projects}</div>
      <button
        type="button"
        onClick={onFind}
        title={`${strings.palette.title}  ${keysText('Mod+k')}`}
        className="flex h-8 shrink-0 items-center gap-2 rounded-sm px-2 text-ink-2 hover:bg-hover hover:text-ink md:mt-2 md:border-transparent md:border-l-2"
      >
        <Search size={15} aria-hidden />
        <span className="max-md:sr-only">{strings.palette.button}</span>
        <span aria-hidden className="ml-auto max-md:hidden">
          <Kbd keys="Mod+k" />
        </span>
      </button>
      <nav
        aria-label={strings.rail.screens}
        className="flex shrink-0 max-md:order-last max-md:w-full max-md:flex-wrap md:mt-1 md:flex-col md:gap-px"
      >
        {nav}
      </nav>
      {views}
      {/* In a low window the views give way first, then the news: what stands at the foot stays in sight. */}
      <div className="ml-auto flex items-center md:mt-auto md:ml-0 md:min-h-34 md:pt-2 md:flex-col md:items-stretch md:justify-end md:gap-2">
        <div className="md:min-h-0 md:overflow-y-auto">{news}</div>
        <div className="flex items-center md:shrink-0 md:flex-col md:items-stretch md:gap-2">{connection}</div>
        <div className="flex items-center justify-between border-line md:shrink-0 md:border-t md:pt-2">
          <div className="max-md:hidden">
            <Segmented label={strings.rail.theme} options={THEMES} value={theme} onChange={onTheme} />
          </div>
          <IconButton label={strings.rail.shortcuts} keys={keysText('?')} onClick={onShortcuts}>
            <Keyboard size={15} aria-hidden />
          </IconButton>
        </div>
      </div>
    </header>
  );
}
