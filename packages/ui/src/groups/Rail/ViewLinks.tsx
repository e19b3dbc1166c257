import { Link, type LinkProps } from '@tanstack/react-router';
import { parseSearch } from '../../data/lessons-view.ts';
import type { SavedScreen, ShownView } from '../../data/saved-views.ts';
import { SCREENS, type ScreenId } from '../../data/screens.ts';
import { strings } from '../../strings.ts';

interface ViewLinksProps {
  views: readonly ShownView[];
  /** The open screen and what it shows, as a query; undefined for a screen without saved views. */
  shown: { screen: SavedScreen; query: string } | undefined;
}

/** The link of a screen as a query shows it. The router's types cannot express that its screen and its parameters belong together. */
export const linkOfView = ({ screen, query }: { screen: ScreenId; query: string }) =>
  ({ to: SCREENS[screen].path, search: SCREENS[screen].read(parseSearch(query)) }) as LinkProps;

/** The saved views, as links below those to the screens. In a narrow or low window they are with the filters only. */
export function ViewLinks({ views, shown }: ViewLinksProps) {
  if (views.length === 0) return null;
  return (
    <nav
      aria-label={strings.views.title}
      className="mt-4 flex min-h-14 shrink-[9] flex-col gap-px overflow-y-auto max-md:hidden [@media(height<660px)]:hidden"
    >
      <p aria-hidden className="px-2 pb-1 text-ink-3 text-micro">
        {strings.views.title}
      </p>
      {views.map((view) => {
        const { id, name, screen, query } = view;
        const isShown = shown?.screen === screen && shown.query === query;
        return (
          <Link
            key={id}
            {...linkOfView(view)}
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={isShown ? 'page' : undefined}
            title={strings.views.of(name, strings.rail[screen])}
            className="block min-h-6 shrink-0 truncate rounded-sm px-2 py-1 text-ink-2 text-small hover:bg-hover hover:text-ink aria-[current=page]:bg-signal-tint aria-[current=page]:text-ink"
          >
            <bdi>{name}</bdi>
          </Link>
        );
      })}
    </nav>
  );
}
