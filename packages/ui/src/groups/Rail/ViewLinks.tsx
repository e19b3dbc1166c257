import { Link } from '@tanstack/react-router';
import type { SavedView } from '@twicewise/contract';
import { type LessonsView, queryOfView, viewOfQuery } from '../../data/lessons-view.ts';
import { strings } from '../../strings.ts';

interface ViewLinksProps {
  views: readonly SavedView[];
  /** What Lessons shows; undefined while another screen is open. */
  shown: LessonsView | undefined;
}

/** The saved views, as links below those to the screens. In a narrow window they are with the filters only. */
export function ViewLinks({ views, shown }: ViewLinksProps) {
  if (views.length === 0) return null;
  const now = shown && queryOfView(shown);
  return (
    <nav aria-label={strings.views.title} className="mt-4 flex min-h-14 flex-col gap-px overflow-y-auto max-md:hidden">
      <p aria-hidden className="px-2 pb-1 text-ink-3 text-micro">
        {strings.views.title}
      </p>
      {views.map(({ id, name, query }) => {
        const view = viewOfQuery(query);
        const isShown = now === queryOfView(view);
        return (
          <Link
            key={id}
            to="/lessons"
            search={view}
            activeOptions={{ exact: true }}
            activeProps={{}}
            aria-current={isShown ? 'page' : undefined}
            title={name}
            className="block min-h-6 shrink-0 truncate rounded-sm px-2 py-1 text-ink-2 text-small hover:bg-hover hover:text-ink aria-[current=page]:bg-signal-tint aria-[current=page]:text-ink"
          >
            <bdi>{name}</bdi>
          </Link>
        );
      })}
    </nav>
  );
}
