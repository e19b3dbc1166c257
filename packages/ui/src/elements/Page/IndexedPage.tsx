import { type ReactNode, useEffect, useRef } from 'react';
import { strings } from '../../strings.ts';

/** A part of a long page. */
export interface PagePart {
  title: string;
  /** The line below its title. */
  text: ReactNode;
  /** Beside the title. */
  action?: ReactNode;
  content: ReactNode;
}

interface IndexedPageProps {
  title: string;
  text: ReactNode;
  /** What comes before the parts and is not in the index. */
  children?: ReactNode;
  parts: readonly PagePart[];
  /** The title of the part to show. */
  at?: string | undefined;
  /** Called once it is shown. */
  onShown?: () => void;
}

/** A screen of several parts to read from top to bottom, with an index that leads to each: beside them, or above where there is no room. */
export function IndexedPage({ title, text, children, parts, at, onShown }: IndexedPageProps) {
  const headings = useRef(new Map<string, HTMLElement | null>());
  const show = (part: string) => {
    const heading = headings.current.get(part);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown when one asks for it, not at each rendering
  useEffect(() => {
    if (at === undefined) return;
    show(at);
    onShown?.();
  }, [at]);
  return (
    <div data-place="page" className="@container h-full overflow-y-auto bg-reading">
      <div className="mx-auto max-w-190 @5xl:max-w-248 @5xl:grid grid-cols-[minmax(0,1fr)_12rem] gap-x-12 px-6 py-10">
        <div className="min-w-0">
          <h1 className="font-semibold text-title">{title}</h1>
          <p className="mb-6 text-ink-2 text-read">{text}</p>
        </div>
        <nav aria-label={strings.pageIndex} className="@5xl:row-span-2 mb-6">
          <ul className="@5xl:sticky top-10 flex @5xl:flex-col flex-wrap gap-x-4">
            {parts.map((part) => (
              <li key={part.title}>
                <button
                  type="button"
                  className="min-h-7 text-left text-ink-2 hover:text-ink"
                  onClick={() => show(part.title)}
                >
                  {part.title}
                </button>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          {children}
          {parts.map((part) => (
            <section key={part.title} className="not-first:mt-10">
              <div className="mb-3 flex items-end gap-4">
                <div className="min-w-0 grow">
                  <h2
                    ref={(heading) => void headings.current.set(part.title, heading)}
                    tabIndex={-1}
                    className="part-title font-semibold text-read"
                  >
                    {part.title}
                  </h2>
                  <p className="max-w-[68ch] text-ink-2">{part.text}</p>
                </div>
                {part.action}
              </div>
              {part.content}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
