import type { Reflection } from '@twicewise/contract';
import { saysNothing } from '../../data/lesson-texts.ts';
import type { ViewPatch } from '../../data/lessons-view.ts';
import { Chip } from '../../elements/Chip/Chip.tsx';
import { Confidence } from '../../elements/Confidence/Confidence.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { strings } from '../../strings.ts';
import { LessonText } from '../LessonText/LessonText.tsx';
import { Section } from '../LessonText/Section.tsx';

const { fields } = strings;

function Facts({ lesson }: { lesson: Reflection }) {
  const { failureCategory, confidence } = lesson;
  return (
    <>
      {failureCategory && (
        <Section label={fields.failureCategory}>
          <p>{strings.category[failureCategory]}</p>
        </Section>
      )}
      {confidence !== null && (
        <Section label={fields.confidence}>
          <Confidence value={confidence} />
        </Section>
      )}
    </>
  );
}

interface ReadingProps {
  lesson: Reflection;
  onFilter: (patch: ViewPatch) => void;
}

/** The texts of the lesson, and then what else is known of it. */
export function Reading({ lesson, onFilter }: ReadingProps) {
  return (
    <div className="flex flex-col gap-5 compact:gap-3">
      <LessonText lesson={lesson} />
      {saysNothing(lesson) && <p className="text-ink-2">{strings.inspector.empty}</p>}
      <Facts lesson={lesson} />
      {lesson.tags.length > 0 && (
        <Section label={fields.tags}>
          <div className="flex flex-wrap gap-1">
            {lesson.tags.map((tag) => (
              <Chip
                key={tag}
                label={strings.filters.tag(tag)}
                title={strings.inspector.filterBy(strings.filters.tag(tag))}
                onPress={() => onFilter({ tag: [tag] })}
              />
            ))}
          </div>
        </Section>
      )}
      {lesson.relatedEntityIds.length > 0 && (
        <Section label={fields.relatedEntityIds}>
          <ul>
            {lesson.relatedEntityIds.map((entity) => (
              <li key={entity}>
                <CopyId value={entity} />
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
