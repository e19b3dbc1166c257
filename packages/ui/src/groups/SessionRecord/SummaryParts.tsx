import { SUMMARY_PARTS, type WorkingSummary } from '@twicewise/contract';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { strings } from '../../strings.ts';
import { Section } from '../LessonText/Section.tsx';

const words = strings.record.summary;

/** Where the session stands: each part that is known, and whether it was written or read. */
export function SummaryParts({ summary }: { summary: WorkingSummary | null }) {
  if (summary === null) {
    return (
      <>
        <p className="text-ink-2">{words.none}</p>
        <p className="max-w-[72ch] text-ink-3 text-small">{words.noneHint}</p>
      </>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {SUMMARY_PARTS.map((part) => {
        const text = summary[part];
        if (text === null) return null;
        return (
          <Section key={part} label={words.parts[part]}>
            <LongText text={text} />
            <p className="text-ink-3 text-small">{summary.said.includes(part) ? words.written : words.read}</p>
          </Section>
        );
      })}
      <p className="text-ink-3 text-small">
        {words.asOf} <RelativeTime at={summary.at} full />
      </p>
    </div>
  );
}
