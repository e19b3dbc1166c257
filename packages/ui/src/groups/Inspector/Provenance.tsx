import type { Operation, Reflection, Source } from '@twicewise/contract';
import type { ViewPatch } from '../../data/lessons-view.ts';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { Fact, IdFact } from '../../elements/Fact/Fact.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { useProjectName } from '../../state/chosen-project.tsx';
import { authorWord, count, programName, strings } from '../../strings.ts';
import { SessionLink } from '../SessionLink/SessionLink.tsx';
import { SourceFact } from '../Sources/SourceFact.tsx';

const { inspector } = strings;

interface LeadProps {
  what: string;
  title?: string;
  onPress: () => void;
}

function Lead({ what, title = inspector.filterBy(what), onPress }: LeadProps) {
  return (
    <TextLink
      dir="auto"
      title={title}
      onClick={onPress}
      className="-my-1 block min-w-6 max-w-full wrap-anywhere py-1 text-left"
    >
      {what}
    </TextLink>
  );
}

function Times({ lesson, edited }: Pick<ProvenanceProps, 'lesson' | 'edited'>) {
  const { createdAt, observedAt, updatedAt, timeQuality } = lesson;
  return (
    <>
      <Fact label={inspector.stored}>
        <RelativeTime at={createdAt} quality={timeQuality} full />
      </Fact>
      {observedAt && (
        <Fact label={inspector.observed}>
          <RelativeTime at={observedAt} quality={timeQuality} full />
        </Fact>
      )}
      {edited && (
        <Fact label={inspector.updated}>
          <RelativeTime at={updatedAt} full />
        </Fact>
      )}
    </>
  );
}

/** The door and the program of a write. A browser is both at once, and the author is not repeated. */
function throughText({ door, client }: Operation, author: string): string {
  const program = client === null || client === author ? '' : programName(client);
  if (program === client || program === '')
    return [inspector.doors[door], program && strings.versions.client(program)].filter(Boolean).join(' ');
  return program;
}

function Origin({ lesson, made }: Pick<ProvenanceProps, 'lesson' | 'made'>) {
  return (
    <>
      {made && <Fact label={inspector.door}>{throughText(made, lesson.author.name)}</Fact>}
      {lesson.sourcePointer && <Fact label={inspector.pointer}>{lesson.sourcePointer}</Fact>}
      {lesson.nativeId && (
        <Fact label={inspector.nativeId}>
          <span className="-my-1 block">
            <CopyId value={lesson.nativeId} />
          </span>
        </Fact>
      )}
    </>
  );
}

function Extra({ extra }: { extra: Reflection['extra'] }) {
  if (Object.keys(extra).length === 0) return null;
  return (
    <details className="mt-2 border-line border-t pt-2">
      <summary className="min-h-6 text-ink-2" title={inspector.extraHint}>
        {inspector.extra}
      </summary>
      <pre className="mt-1 whitespace-pre-wrap break-all font-mono text-ink-2 text-micro">
        {JSON.stringify(extra, null, 2)}
      </pre>
    </details>
  );
}

interface ProvenanceProps {
  lesson: Reflection;
  /** The write that created it, once the history has been read that far. */
  made: Operation | undefined;
  /** True when the history shows a later change. */
  edited: boolean;
  /** The source it was imported from; undefined while loading, and where there is none. */
  source: Source | undefined;
  onFilter: (patch: ViewPatch) => void;
}

/** The session of the lesson: a link to what happened in it, and a filter for its lessons. */
function SessionFact({ lesson, onFilter }: Pick<ProvenanceProps, 'lesson' | 'onFilter'>) {
  const { sessionId, sessionNativeId } = lesson;
  const session = sessionNativeId ?? sessionId;
  if (!session) return null;
  if (!sessionId) return <Fact label={inspector.session}>{session}</Fact>;
  return (
    <Fact label={inspector.session}>
      <SessionLink episodeId={sessionId} projectId={lesson.projectId}>
        {session}
      </SessionLink>
      <Lead
        what={inspector.sessionLessons}
        title={inspector.filterBy(strings.filters.session(session))}
        onPress={() => onFilter({ session: [sessionId] })}
      />
    </Fact>
  );
}

/** What only matters when something about the record itself is in question; closed at first. */
function Details({ lesson, made }: Pick<ProvenanceProps, 'lesson' | 'made'>) {
  return (
    <details className="mt-2 border-line border-t pt-2 text-small">
      <summary className="min-h-6 text-ink-2">{strings.reading.details}</summary>
      <dl>
        <Origin lesson={lesson} made={made} />
        <Fact label={inspector.timeQuality}>{strings.timeQuality[lesson.timeQuality]}</Fact>
        <Fact label={strings.fields.kind}>{strings.kind[lesson.kind]}</Fact>
        <Fact label={inspector.state}>{strings.state[lesson.state]}</Fact>
        <Fact label={inspector.seq}>
          <span className="font-mono text-micro">{count(lesson.seq)}</span>
        </Fact>
        <Fact label={inspector.revision}>
          <span className="font-mono text-micro">{count(lesson.revision)}</span>
        </Fact>
        <IdFact label={inspector.id} value={lesson.id} />
      </dl>
      <Extra extra={lesson.extra} />
    </details>
  );
}

/** Where a lesson comes from, in a few lines; the rest is behind a button. It stays in view in a wide pane. */
export function Provenance({ lesson, made, edited, source, onFilter }: ProvenanceProps) {
  const projectName = useProjectName()(lesson.projectId, lesson.projectName);
  return (
    <section className="@3xl:sticky @3xl:top-0 @3xl:z-1 bg-reading @3xl:py-4">
      <h3 className="mb-1 font-medium text-small">{inspector.provenance}</h3>
      <dl className="text-small">
        <Fact label={inspector.project}>
          <Lead what={projectName} onPress={() => onFilter({ project: lesson.projectId })} />
        </Fact>
        <SessionFact lesson={lesson} onFilter={onFilter} />
        {lesson.agent && (
          <Fact label={inspector.agent}>
            <Lead what={lesson.agent} onPress={() => onFilter({ agent: lesson.agent ? [lesson.agent] : undefined })} />
          </Fact>
        )}
        <Fact label={inspector.author}>
          {lesson.author.name} <span className="text-ink-3">({authorWord(lesson.author)})</span>
        </Fact>
        {source && <SourceFact source={source} />}
        <Times lesson={lesson} edited={edited} />
      </dl>
      <Details lesson={lesson} made={made} />
    </section>
  );
}
