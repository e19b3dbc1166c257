import type { Source } from '@twicewise/contract';
import { droppedName } from '../../data/dropped-name.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { strings } from '../../strings.ts';

const words = strings.sources;

/**
 * The last folder and the file of a path, which tell most, because names of transcripts are random; of a dropped file its name. The
 * full path is in the tooltip.
 */
function shortPath(path: string): string {
  return droppedName(path) ?? path.split(/[\\/]/).slice(-2).join('/');
}

/** Names a session by its task. */
function nameOf({ task, path, system }: Source): string {
  return task ?? (path ? shortPath(path) : words.system(system));
}

interface SourcesProps {
  sources: readonly Source[];
  hasOlder: boolean;
  onOlder: () => void;
  onDrafts: (source: Source) => void;
}

/** The sources of imported lessons, each with how many came from it and how many still wait. */
export function Sources({ sources, hasOlder, onOlder, onDrafts }: SourcesProps) {
  if (sources.length === 0) return <p className="px-4 py-2 text-ink-2">{words.none}</p>;
  return (
    <>
      <ul aria-label={words.title}>
        {sources.map((source) => {
          const name = nameOf(source);
          return (
            <li key={source.id} className="border-line border-t px-4 py-1.5 first:border-t-0">
              <p className="flex items-baseline gap-2">
                <span dir="auto" className="min-w-0 truncate" title={source.path ?? undefined}>
                  {name}
                </span>
                <span className="ml-auto shrink-0 font-mono text-ink-3 text-micro">
                  <RelativeTime at={source.createdAt} />
                </span>
              </p>
              <p className="text-ink-2 text-small">
                {source.path && `${words.system(source.system)} · `}
                {source.importer === 'capture' && `${words.automatically} · `}
                {words.lessons(source.reflections)}
                {source.drafts > 0 && (
                  <>
                    {' · '}
                    <TextLink
                      aria-label={words.toDrafts(source.drafts, name)}
                      className="min-h-6"
                      onClick={() => onDrafts(source)}
                    >
                      {words.drafts(source.drafts)}
                    </TextLink>
                  </>
                )}
              </p>
            </li>
          );
        })}
      </ul>
      {hasOlder && (
        <Button tone="quiet" className="mx-1.5 my-1" onClick={onOlder}>
          {words.older}
        </Button>
      )}
    </>
  );
}
