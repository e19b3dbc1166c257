import type { Reflection } from '@twicewise/contract';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { REASON_TEXTS } from '../../data/lesson-texts.ts';
import { Markdown } from '../../elements/Markdown/Markdown.tsx';
import { strings } from '../../strings.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { Section } from './Section.tsx';

const { fields } = strings;

/** A text with its label; renders nothing without text. */
function TextSection({ label, text }: { label: string; text: string | null }) {
  if (!text) return null;
  return (
    <Section label={label}>
      <Markdown text={text} />
    </Section>
  );
}

function Statements({ label, items, icon }: { label: string; items: readonly string[]; icon: ReactNode }) {
  if (items.length === 0) return null;
  return (
    <Section label={label}>
      <ul className="flex flex-col gap-1">
        {keyedByPlace(items).map(({ key, item }) => (
          <li key={key} className="flex gap-2">
            <span className="mt-1 shrink-0">{icon}</span>
            <div className="min-w-0 grow">
              <Markdown text={item} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What to do next time, set apart from what happened; renders nothing when the lesson does not say. */
function NextStrategy({ lesson }: { lesson: Reflection }) {
  if (!lesson.nextStrategy) return null;
  return (
    <Section label={fields.nextStrategy}>
      <div className="border-ink border-l-2 pl-3 font-medium">
        <Markdown text={lesson.nextStrategy} />
      </div>
    </Section>
  );
}

/** What failed, then what worked, each with its mark; renders nothing when there is neither. */
function WhatHappened({ lesson }: { lesson: Reflection }) {
  return (
    <>
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
    </>
  );
}

/** The texts of a lesson, most useful first: what to do next time, then why, then what happened. */
export function LessonText({ lesson }: { lesson: Reflection }) {
  return (
    <>
      <NextStrategy lesson={lesson} />
      {REASON_TEXTS.map((field) => (
        <TextSection key={field} label={fields[field]} text={lesson[field]} />
      ))}
      <WhatHappened lesson={lesson} />
      <TextSection label={fields.text} text={lesson.text} />
    </>
  );
}
