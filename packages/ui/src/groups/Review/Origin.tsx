import type { Reflection, Source } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { droppedName } from '../../data/dropped-name.ts';
import { Confidence } from '../../elements/Confidence/Confidence.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { review as words } from '../../strings/today.ts';
import { strings } from '../../strings.ts';
import { SessionLink } from '../SessionLink/SessionLink.tsx';

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 grid-cols-[minmax(0,1fr)] @lg:grid-cols-[6.75rem_minmax(0,1fr)]">
      <dt className="py-0.5 text-ink-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere py-0.5">{children}</dd>
    </div>
  );
}

interface OriginProps {
  lesson: Reflection;
  /** The source it was imported from; undefined while loading, and for a draft that an agent wrote. */
  source: Source | undefined;
}

/** Where a draft comes from: file and lines, the rule that found it, how sure that is, and the session. */
export function Origin({ lesson, source }: OriginProps) {
  const { sessionId, projectId, confidence, extra, sourcePointer } = lesson;
  const session = lesson.sessionNativeId ?? sessionId;
  const path = source?.path;
  const dropped = path && droppedName(path);
  return (
    <dl className="border-line border-t pt-3 text-small">
      <Fact label={words.source}>
        {path && !dropped && (
          <span className="-mt-1 block">
            <CopyId value={path} />
          </span>
        )}
        <span className="block text-ink-2">
          {[dropped, source && !path && strings.sources.system(source.system), sourcePointer]
            .filter(Boolean)
            .join(' · ') || (lesson.sourceId ? '' : words.writtenBy(lesson.author.name))}
        </span>
      </Fact>
      {typeof extra.rule === 'string' && extra.ruleVersion !== undefined && (
        <Fact label={words.rule}>{words.byRule(extra.rule)}</Fact>
      )}
      {confidence !== null && (
        <Fact label={strings.fields.confidence}>
          <Confidence value={confidence} />
        </Fact>
      )}
      {session && (
        <Fact label={words.session}>
          {sessionId ? <SessionLink {...{ episodeId: sessionId, projectId }}>{session}</SessionLink> : session}
        </Fact>
      )}
    </dl>
  );
}
