import { Markdown } from '../../elements/Markdown/Markdown.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { brief as words } from '../../strings/brief.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { SessionLink } from '../SessionLink/SessionLink.tsx';
import { wordPieces } from './pieces.ts';
import { type BriefPart, briefParts, type ReadableRecord, readable } from './readable.ts';

/** The id of a lesson or a session, as a link to it. */
export function IdLink({ id, of, onGo }: { id: string; of: 'lesson' | 'session'; onGo: (lessonId: string) => void }) {
  if (of === 'session') {
    return (
      <SessionLink episodeId={id} title={words.openSession} className="underline underline-offset-3">
        {id}
      </SessionLink>
    );
  }
  return (
    <TextLink title={words.openLesson} onClick={() => onGo(id)}>
      {id}
    </TextLink>
  );
}

/** What a record says under one name: one text, or one per entry. */
function Said({ name, texts }: ReadableRecord['said'][number]) {
  return (
    <div className="grid @lg:grid-cols-[5.5rem_minmax(0,1fr)] grid-cols-[minmax(0,1fr)] gap-x-3">
      <dt className="pt-0.5 text-ink-3 text-small">{name}</dt>
      <dd className="flex min-w-0 flex-col gap-1">
        {keyedByPlace(texts).map(({ key, item }) => (
          <Markdown key={key} text={item} />
        ))}
      </dd>
    </div>
  );
}

/** One lesson, session or decision of a brief, for reading. */
function Stored({ record, onGo }: { record: ReadableRecord; onGo: (lessonId: string) => void }) {
  const { ids, title, about, said } = record;
  return (
    <article className="border-line border-t py-3">
      {title !== null && <Markdown text={title} className="font-medium" />}
      <p className="wrap-anywhere text-ink-3 text-small">
        {keyedByPlace(about).map(({ key, item }) => (
          <span key={key} className="after:px-1 after:content-['·'] last:after:content-none">
            <bdi>{item}</bdi>
          </span>
        ))}
      </p>
      <dl className="mt-1 flex flex-col gap-1">
        {said.map((one) => (
          <Said key={one.name} {...one} />
        ))}
      </dl>
      <p className="mt-1 flex flex-wrap gap-x-3 font-mono text-ink-3 text-micro">
        {ids.map((one) => (
          <IdLink key={one.id} {...one} onGo={onGo} />
        ))}
      </p>
    </article>
  );
}

function Part({ part, onGo }: { part: BriefPart; onGo: (lessonId: string) => void }) {
  if (part.kind === 'record') return <Stored record={readable(part.fields)} onGo={onGo} />;
  if (part.kind === 'heading') return <h2 className="mt-4 mb-1 font-semibold text-small">{part.text}</h2>;
  if (part.kind === 'marker') return <p className="wrap-anywhere font-mono text-ink-3 text-micro">{part.text}</p>;
  return (
    <p className="my-1 wrap-anywhere text-ink-2">
      {keyedByPlace(wordPieces(part.text)).map(({ key, item: { text, of } }) =>
        of === 'text' ? text : <IdLink key={key} id={text} of={of} onGo={onGo} />,
      )}
    </p>
  );
}

/** A brief for reading: the same parts as in its text, with each stored record laid out and its Markdown formatted. */
export function ReadableBrief({ text, onGo }: { text: string; onGo: (lessonId: string) => void }) {
  return (
    <div data-readable dir="auto" className="@container mt-3 max-w-[84ch]">
      {briefParts(text).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has nothing but its place
        <Part key={at} part={part} onGo={onGo} />
      ))}
    </div>
  );
}
