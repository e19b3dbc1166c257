import type { Source } from '@twicewise/contract';
import { droppedName } from '../../data/dropped-name.ts';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { Fact } from '../../elements/Fact/Fact.tsx';
import { strings } from '../../strings.ts';

/** The file that something was imported from, or what that file belongs to; the source's id tells a person nothing. */
export function SourceFact({ source: { path, system } }: { source: Source }) {
  const label = strings.inspector.source;
  const dropped = path && droppedName(path);
  if (!path || dropped) return <Fact label={label}>{dropped || strings.sources.system(system)}</Fact>;
  return (
    <Fact label={label}>
      <span className="-my-1 block">
        {/* The name of the file tells most. */}
        <CopyId value={path} differsAt={Math.max(0, path.search(/[\\/][^\\/]*$/))} />
      </span>
    </Fact>
  );
}
