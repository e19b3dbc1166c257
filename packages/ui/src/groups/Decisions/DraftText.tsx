import type { Reflection } from '@twicewise/contract';
import { Check, X } from 'lucide-react';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { strings } from '../../strings.ts';
import { Statements, TextSection } from '../Inspector/Reading.tsx';
import { Prose, Section } from '../Inspector/Section.tsx';

const { fields } = strings;

/** The task of a lesson, with its project, agent and age. */
export function DraftHeading({ lesson }: { lesson: Reflection }) {
  const parts = [lesson.projectName, lesson.agent ?? lesson.author.name];
  return (
    <header className="flex gap-2">
      <span className="mt-1.5">
        <OutcomeGlyph outcome={lesson.outcome} />
      </span>
      <div className="min-w-0">
        <h2 className="max-w-[64ch] whitespace-pre-wrap break-words font-semibold text-read">
          {lesson.taskDescription}
        </h2>
        <p className="break-words text-ink-2 text-small">
          {parts.join(' · ')} · <RelativeTime at={lesson.createdAt} quality={lesson.timeQuality} />
        </p>
      </div>
    </header>
  );
}

/** What a lesson says, in the order in which one decides about it: what failed, what worked, what to do next time. */
export function DraftText({ lesson }: { lesson: Reflection }) {
  return (
    <div className="flex flex-col gap-4">
      <Statements
        label={fields.whatDidNotWork}
        items={lesson.whatDidNotWork}
        icon={<X size={14} aria-hidden className="text-failure" />}
      />
      <Statements
        label={fields.whatWorked}
        items={lesson.whatWorked}
        icon={<Check size={14} aria-hidden className="text-success" />}
      />
      {lesson.nextStrategy && (
        <Section label={fields.nextStrategy}>
          <div className="border-ink border-l-2 pl-3 font-medium">
            <Prose text={lesson.nextStrategy} />
          </div>
        </Section>
      )}
      <TextSection label={fields.rootCause} text={lesson.rootCause} />
      <TextSection label={fields.text} text={lesson.text} />
    </div>
  );
}
