import type { Episode, Source } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { Fact, IdFact } from '../../elements/Fact/Fact.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { authorWord, count, strings } from '../../strings.ts';
import { SourceFact } from '../Sources/SourceFact.tsx';

const words = sessionRecord.facts;
const { inspector } = strings;

interface RecordFactsProps {
  episode: Episode;
  /** The source it was read from; undefined while loading, and where there is none. */
  source: Source | undefined;
  onProject: (projectId: string) => void;
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-6 max-w-[44rem]">
      <h3 className="mb-1 font-medium text-small">{title}</h3>
      <dl className="text-small">{children}</dl>
    </section>
  );
}

/** Metrics that were not measured are left out, not shown as zero. */
function Metrics({ metrics }: Pick<Episode, 'metrics'>) {
  const entries = Object.entries(metrics);
  if (entries.length === 0) return null;
  return (
    <Block title={words.metrics}>
      {entries.map(([name, value]) => (
        <Fact key={name} label={words.metric(name)}>
          {value === null ? (
            <span className="text-ink-3">{words.notMeasured}</span>
          ) : (
            <span className="font-mono text-micro">{count(value)}</span>
          )}
        </Fact>
      ))}
    </Block>
  );
}

function Memories({ memoryRefs }: Pick<Episode, 'memoryRefs'>) {
  if (memoryRefs.length === 0) return null;
  return (
    <Block title={words.memories}>
      {memoryRefs.map(({ system, name }) => (
        <Fact key={`${system} ${name}`} label={system}>
          {name}
        </Fact>
      ))}
    </Block>
  );
}

function Times({ episode }: Pick<RecordFactsProps, 'episode'>) {
  const { occurredAt, timeQuality, createdAt, updatedAt } = episode;
  return (
    <>
      <Fact label={words.happened}>
        {occurredAt === null || timeQuality === 'unknown' ? (
          words.notKnown
        ) : (
          <RelativeTime at={occurredAt} quality={timeQuality} full />
        )}
      </Fact>
      <Fact label={inspector.timeQuality}>{strings.timeQuality[timeQuality]}</Fact>
      <Fact label={inspector.stored}>
        <RelativeTime at={createdAt} full />
      </Fact>
      {updatedAt !== createdAt && (
        <Fact label={inspector.updated}>
          <RelativeTime at={updatedAt} full />
        </Fact>
      )}
    </>
  );
}

function Origin({ episode, source }: Pick<RecordFactsProps, 'episode' | 'source'>) {
  const { author, sourcePointer, ruleVersion } = episode;
  return (
    <>
      <Fact label={inspector.author}>
        <bdi>{author.name}</bdi> <span className="text-ink-3">({authorWord(author)})</span>
      </Fact>
      {source && <SourceFact source={source} />}
      {sourcePointer && <Fact label={inspector.pointer}>{sourcePointer}</Fact>}
      <Fact label={words.rules}>{ruleVersion === null ? words.noRule : words.rule(ruleVersion)}</Fact>
    </>
  );
}

/** Facts about the record itself: its metrics, where it comes from, who stored it and when. */
export function RecordFacts({ episode, source, onProject }: RecordFactsProps) {
  const { id, nativeId, projectId, sessionId, sessionNativeId, revision } = episode;
  const projectName = useProjectName()(projectId, episode.projectName);
  return (
    <>
      <Metrics metrics={episode.metrics} />
      <Memories memoryRefs={episode.memoryRefs} />
      <Block title={words.provenance}>
        <Fact label={inspector.project}>
          <TextLink
            dir="auto"
            title={inspector.filterBy(projectName)}
            onClick={() => onProject(projectId)}
            className="-my-1 block min-w-6 max-w-full wrap-anywhere py-1 text-left"
          >
            {projectName}
          </TextLink>
        </Fact>
        <Fact label={inspector.session}>
          <span className="-my-1 block">
            <CopyId value={sessionNativeId ?? sessionId} />
          </span>
        </Fact>
        <Times episode={episode} />
        <Origin episode={episode} source={source} />
        {nativeId && <IdFact label={inspector.nativeId} value={nativeId} />}
        <Fact label={inspector.revision}>
          <span className="font-mono text-micro">{count(revision)}</span>
        </Fact>
        <IdFact label={inspector.id} value={id} />
      </Block>
    </>
  );
}
