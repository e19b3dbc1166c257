import clsx from 'clsx';
import { type KeyboardEvent, useRef } from 'react';

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

/** Tabs, of which one is shown. Tab stops once; arrow keys move between them. */
export function Tabs<T extends string>({ label, tabs, value, panel, onChange }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    const next = to[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(panel, tab.value))}`)?.focus();
  };
  return (
    <div ref={list} role="tablist" aria-label={label} className="flex flex-wrap" onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={tabId(panel, tab.value)}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panel}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          className={clsx(
            'flex h-8 items-center gap-1.5 border-b-2 px-1.5 @lg:px-2.5 text-small focus-visible:-outline-offset-2',
            tab.value === value
              ? 'border-signal font-medium text-ink'
              : 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
          )}
        >
          {tab.label}
          {tab.count !== undefined && <span className="font-mono text-ink-3 text-micro">{tab.count}</span>}
        </button>
      ))}
    </div>
  );
}
