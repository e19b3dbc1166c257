import { type Author, SUMMARY_PARTS, type SummaryPart, type WorkingSummary } from '@twicewise/contract';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { sessionRecord } from '../../strings/session-record.ts';
import { authorWord } from '../../strings.ts';
import { Section } from '../LessonText/Section.tsx';

const words = sessionRecord.summary;

interface SummaryPartsProps {
  summary: WorkingSummary | null;
  /** Who wrote what is not read from a transcript; null where that is not known, or were several. */
  writer: Author | null;
}

/** Where the session stands: each part that is known, and whether it was written or read: once, where that is the same for all. */
export function SummaryParts({ summary, writer }: SummaryPartsProps) {
  if (summary === null) {
    return (
      <>
        <p className="text-ink-2">{words.none}</p>
        <p className="max-w-[72ch] text-ink-3 text-small">{words.noneHint}</p>
      </>
    );
  }
  const known = SUMMARY_PARTS.filter((part) => summary[part] !== null);
  const isMixed =
    known.some((part) => summary.said.includes(part)) && !known.every((part) => summary.said.includes(part));
  const by = writer === null ? null : `${writer.name} (${authorWord(writer)})`;
  const fromOf = (part: SummaryPart) => (summary.said.includes(part) ? words.written(by) : words.read);
  return (
    <div className="flex flex-col gap-3">
      {SUMMARY_PARTS.map((part) => {
        const text = summary[part];
        if (text === null) return null;
        return (
          <Section key={part} label={words.parts[part]}>
            <LongText markdown text={text} />
            {isMixed && <p className="text-ink-3 text-small">{fromOf(part)}</p>}
          </Section>
        );
      })}
      <p className="text-ink-3 text-small">
        {words.asOf} <RelativeTime at={summary.at} full />
        {!isMixed &&
          known[0] !== undefined &&
          (by !== null || !summary.said.includes(known[0])) &&
          `, ${fromOf(known[0])}`}
      </p>
    </div>
  );
}
