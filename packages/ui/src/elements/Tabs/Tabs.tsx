import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { strings } from '../../strings.ts';
import { Menu, MenuItem } from '../Menu/Menu.tsx';
import { useFitting } from './use-fitting.ts';

interface TabsProps<T extends string> {
  label: string;
  /** `count` is shown beside the name when it is known. */
  tabs: readonly { value: T; label: string; count?: string | undefined }[];
  value: T;
  /** The id of the element that the tabs control. */
  panel: string;
  onChange: (value: T) => void;
}

/** The id of a tab, which labels its panel. */
export function tabId(panel: string, value: string): string {
  return `${panel}-${value}`;
}

function Count({ value }: { value: string | undefined }) {
  return value !== undefined && <span className="font-mono text-ink-3 text-micro">{value}</span>;
}

/**
 * Tabs in one line, of which one is shown. Tab stops once; arrow keys move between them. Those without room are in a menu at the
 * end of the line.
 */
export function Tabs<T extends string>({ label, tabs, value, panel, onChange }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const shown = tabs.findIndex((tab) => tab.value === value);
  const { line, more, fitting } = useFitting(list, shown);
  const rest = tabs.filter((_, index) => fitting !== null && !fitting.has(index));
  const onKeyDown = (event: KeyboardEvent) => {
    const to: Record<string, number> = { ArrowRight: shown + 1, ArrowLeft: shown - 1, Home: 0, End: tabs.length - 1 };
    const next = to[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChange(tab.value);
    const focus = () => list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(panel, tab.value))}`)?.focus();
    focus();
    // A tab that had no room can have the focus once it is shown.
    requestAnimationFrame(focus);
  };
  return (
    <div ref={line} className="relative flex overflow-x-clip">
      <div ref={list} role="tablist" aria-label={label} className="flex shrink-0" onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={tabId(panel, tab.value)}
            type="button"
            role="tab"
            data-deed="tab"
            aria-selected={tab.value === value}
            aria-controls={panel}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            className={clsx(
              'flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap border-b-2 px-1.5 @2xl:px-2.5 text-small focus-visible:-outline-offset-2',
              tab.value === value
                ? 'border-signal font-medium text-ink'
                : 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
              // It keeps its width, which says whether it fits.
              rest.includes(tab) && 'invisible absolute',
            )}
          >
            {tab.label}
            <Count value={tab.count} />
          </button>
        ))}
      </div>
      <span ref={more} className={clsx('shrink-0', rest.length === 0 && 'invisible absolute')}>
        <Menu
          label={strings.reading.moreParts}
          align="end"
          trigger={
            <button
              type="button"
              className="flex h-8 items-center gap-1 whitespace-nowrap px-1.5 text-ink-2 text-small hover:bg-hover hover:text-ink focus-visible:-outline-offset-2"
            >
              {strings.reading.moreParts}
              <ChevronDown size={12} aria-hidden />
            </button>
          }
        >
          {rest.map((tab) => (
            <MenuItem key={tab.value} hint={<Count value={tab.count} />} onSelect={() => onChange(tab.value)}>
              {tab.label}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </div>
  );
}
