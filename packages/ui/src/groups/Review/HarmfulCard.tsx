import type { Harmful } from '@twicewise/contract';
import { Check, X } from 'lucide-react';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { harmful as words } from '../../strings/waiting.ts';
import { authorWord, strings } from '../../strings.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { Act } from './Act.tsx';
import { ReviewCard, ReviewedLesson } from './ReviewCard.tsx';

/** The decisions about a lesson that was judged harmful. */
export interface HarmfulActions {
  keep: () => void;
  reject: () => void;
}

function Judgements({ judgements, counts }: Pick<Harmful, 'judgements' | 'counts'>) {
  return (
    <div className="border-line border-b px-4 py-2 text-small">
      <ul aria-label={words.judgements} className="flex flex-col gap-1.5">
        {keyedByPlace(judgements).map(({ key, item: { note, author, at } }) => (
          <li key={key} className="border-failure border-l-2 pl-2">
            {note ? <LongText text={note} /> : <span className="text-ink-2">{words.noNote}</span>}
            <p className="wrap-anywhere text-ink-2">
              <bdi>{author.name}</bdi> · {authorWord(author)} · <RelativeTime at={at} />
            </p>
          </li>
        ))}
      </ul>
      <p className="mt-1 text-ink-2">
        {counts.harmful > judgements.length && `${words.newest(judgements.length, counts.harmful)} `}
        {words.counts}: {strings.verdict.counts(counts)}
      </p>
    </div>
  );
}

interface HarmfulCardProps {
  harmful: Harmful;
  place: string;
  act: HarmfulActions;
}

/** A lesson that was judged harmful, with who judged it and why. */
export function HarmfulCard({ harmful, place, act }: HarmfulCardProps) {
  const { reflection: lesson, judgements, counts } = harmful;
  return (
    <ReviewCard
      acts={
        <>
          <Act primary keys="x" onPress={act.keep}>
            <Check size={13} aria-hidden />
            {words.keep}
          </Act>
          <Act keys="r" onPress={act.reject}>
            <X size={13} aria-hidden />
            {strings.actions.reject}
          </Act>
        </>
      }
      place={place}
    >
      <Judgements judgements={judgements} counts={counts} />
      <ReviewedLesson lesson={lesson} />
    </ReviewCard>
  );
}
