import { SUMMARY_PARTS, type SummaryVersion } from '@twicewise/contract';
import { useId, useState } from 'react';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { authorWord } from '../../strings.ts';
import { LateDiffText } from '../Versions/diff-on-demand.ts';

const words = sessionRecord.summary;

interface SummaryVersionsProps {
  /** Newest first. */
  versions: readonly SummaryVersion[];
  /** Reads older versions; undefined when all are here. */
  onMore: (() => void) | undefined;
}

/** The parts in which a version differs from the one before it. */
function Changes({ version, before }: { version: SummaryVersion; before: SummaryVersion | undefined }) {
  const changed = SUMMARY_PARTS.flatMap((part) => {
    const [old, now] = [before?.summary?.[part] ?? '', version.summary?.[part] ?? ''];
    return old === now ? [] : [{ part, old, now }];
  });
  if (changed.length === 0) return <p className="text-ink-3 text-small">{words.same}</p>;
  return (
    <dl className="mt-1 flex max-w-[72ch] flex-col gap-1.5 text-small">
      {changed.map(({ part, old, now }) => (
        <div key={part}>
          <dt className="text-ink-3">{now === '' ? `${words.parts[part]}: ${words.emptied}` : words.parts[part]}</dt>
          <dd>{old === '' ? <LongText text={now} /> : <LateDiffText before={old} after={now} />}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Every version of where the session stood: when, by whom, and what it changed. */
export function SummaryVersions({ versions, onMore }: SummaryVersionsProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (versions.length === 0) return null;
  return (
    <section className="mt-4 border-line border-t pt-2" aria-label={words.versions}>
      <TextLink
        className="min-h-6 text-ink-2 text-small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {words.versions}
      </TextLink>
      {isOpen && (
        <div id={id}>
          <ol aria-label={words.versions}>
            {versions.map((version, place) => (
              <li key={version.operationId} className="border-line border-t py-2 first:border-t-0">
                <p className="wrap-anywhere text-small">
                  <RelativeTime at={version.writtenAt} full /> · <bdi>{version.author.name}</bdi>{' '}
                  <span className="text-ink-3">({authorWord(version.author)})</span>
                  {version.kind !== 'do' && ` · ${words.kind[version.kind]}`}
                </p>
                <Changes version={version} before={versions[place + 1]} />
              </li>
            ))}
          </ol>
          {onMore && (
            <TextLink className="mb-2 min-h-6 text-small" onClick={onMore}>
              {words.versionsMore}
            </TextLink>
          )}
        </div>
      )}
    </section>
  );
}
