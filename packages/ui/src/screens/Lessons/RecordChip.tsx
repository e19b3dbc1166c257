import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../data/client.ts';
import { session as sessionQuery } from '../../data/queries/sessions.ts';
import { source as sourceQuery } from '../../data/queries/sources.ts';
import { CutName } from '../../elements/CutName/CutName.tsx';
import { exact, limit } from '../../elements/RelativeTime/relative.ts';
import type { RecordFilter } from '../../groups/FilterBar/ActiveFilters.tsx';
import { FilterChip } from '../../groups/FilterBar/FilterChip.tsx';
import { strings } from '../../strings.ts';

// A chip is drawn once its name is known, so that it does not change under the pointer. A record that is not here has its id.

function SessionChip({ id, isOnly, onRemove }: RecordFilter) {
  const { data, isPending } = useQuery(sessionQuery(useClient(), id));
  if (isPending) return null;
  const label = strings.filters.session(data?.nativeId ?? data?.goal ?? id);
  return <FilterChip label={label} isOnly={isOnly} onRemove={onRemove} />;
}

/** Names an import by its file and when it was; where there is too little room, the name of the file is cut, not the time. */
function ImportChip({ id, isOnly, onRemove }: RecordFilter) {
  const { data, isPending } = useQuery(sourceQuery(useClient(), id));
  if (isPending) return null;
  const file = data && (data.path?.split(/[\\/]/).at(-1) ?? strings.sources.system(data.system));
  const said = (timeOf: (iso: string) => string) =>
    strings.facets.oneImport(data ? `${file}, ${timeOf(data.createdAt)}` : null);
  const [label, title] = [said(limit), said(exact)];
  const time = data ? `, ${limit(data.createdAt)}` : '';
  return (
    <FilterChip label={label} title={title} isOnly={isOnly} onRemove={onRemove}>
      <CutName name={label} title={title} differsAt={data ? label.length - time.length : undefined} />
    </FilterChip>
  );
}

/** The chip of a filter for what belongs to one record, named by that record. */
export function RecordChip(filter: RecordFilter) {
  return filter.kind === 'session' ? <SessionChip {...filter} /> : <ImportChip {...filter} />;
}
