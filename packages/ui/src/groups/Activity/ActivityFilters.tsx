import { useId } from 'react';
import { type ActivityView, AUTHORS, anHourAgo } from '../../data/activity-view.ts';
import { DateField } from '../../elements/DateField/DateField.tsx';
import { localMinute } from '../../elements/DateField/local-day.ts';
import { exact, limit } from '../../elements/RelativeTime/relative.ts';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { activity as words } from '../../strings/activity.ts';
import { FilterChip } from '../FilterBar/FilterChip.tsx';

const BY = (['all', ...AUTHORS] as const).map((value) => ({
  value,
  label: words.byWhom[value],
  icon: words.byWhom[value],
}));

function sinceChip(since: string) {
  return {
    label: words.sinceChip(limit(since)),
    title: words.sinceChip(exact(since)),
    without: { since: undefined },
  };
}

interface ActivityFiltersProps {
  view: ActivityView;
  onChange: (patch: { [K in keyof ActivityView]?: ActivityView[K] | undefined }) => void;
}

/** Filters writes by author and start time. */
export function ActivityFilters({ view, onChange }: ActivityFiltersProps) {
  const since = useId();
  const chips: { label: string; title?: string; without: Parameters<typeof onChange>[0] }[] = [
    ...(view.author ? [{ label: words.author(view.author), without: { author: undefined } }] : []),
    ...(view.session ? [{ label: words.session, without: { session: undefined } }] : []),
    ...(view.since ? [sinceChip(view.since)] : []),
  ];
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Segmented
          label={words.by}
          alsoCalled="author"
          called={words.filterBy}
          options={BY}
          value={view.by ?? 'all'}
          onChange={(by) => onChange({ by: by === 'all' ? undefined : by })}
        />
        <label htmlFor={since} className="flex items-center gap-2 text-ink-2 text-small">
          {words.since}
          <DateField
            id={since}
            label={words.since}
            withTime
            className="w-44"
            value={view.since ? localMinute(new Date(view.since)) : ''}
            onChange={(typed) => {
              // Without a time, the day means its beginning here, not that of the day in UTC.
              const from = typed.includes('T') ? typed : `${typed}T00:00`;
              onChange({ since: typed === '' ? undefined : new Date(from).toISOString() });
            }}
          />
        </label>
        <TextLink className="-ml-3 min-h-6 text-small" onClick={() => onChange({ since: anHourAgo() })}>
          {words.lastHour}
        </TextLink>
      </div>
      {chips.length > 0 && (
        <div className="flex flex-wrap gap-1">
          {chips.map(({ label, title, without }) => (
            <FilterChip
              key={label}
              label={label}
              title={title}
              isOnly={chips.length === 1}
              onRemove={() => onChange(without)}
            />
          ))}
        </div>
      )}
    </div>
  );
}
