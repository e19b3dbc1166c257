import { type Contradiction, lessonTitle, type Reflection } from '@twicewise/contract';
import { Check, CircleSlash, X } from 'lucide-react';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { ACTIONS } from '../../state/actions.ts';
import { suspects as names, waiting, contradictions as words } from '../../strings/waiting.ts';
import { Act } from './Act.tsx';
import { ReviewCard } from './ReviewCard.tsx';
import { Side } from './Side.tsx';

/** The decisions about two lessons that contradict each other. */
export interface ContradictionActions {
  leave: () => void;
  rejectOlder: () => void;
  rejectNewer: () => void;
}

interface ContradictionCardProps {
  contradiction: Contradiction;
  place: string;
  act: ContradictionActions;
  onOpen: (lesson: Reflection) => void;
}

/** Two lessons that contradict each other, with the text of each. */
export function ContradictionCard({ contradiction, place, act, onOpen }: ContradictionCardProps) {
  const { one, other, statements } = contradiction;
  const whose = (id: string) => (id === one.id ? names.older : names.newer);
  return (
    <ReviewCard
      acts={
        <>
          <Act primary keys="x" onPress={act.leave}>
            <Check size={13} aria-hidden />
            {words.leave}
          </Act>
          <Act keys="r" onPress={act.rejectOlder}>
            <X size={13} aria-hidden />
            {ACTIONS.rejectOlder.title}
          </Act>
          <Act keys="s" onPress={act.rejectNewer}>
            <X size={13} aria-hidden />
            {ACTIONS.rejectNewer.title}
          </Act>
        </>
      }
      place={place}
    >
      {statements.map(({ worked, didNotWork }) => (
        <dl key={`${worked.text} ${didNotWork.text}`} className="border-line border-b px-4 py-2">
          {[
            { label: words.worked, said: worked, Icon: Check, tone: 'text-success' },
            { label: words.didNotWork, said: didNotWork, Icon: CircleSlash, tone: 'text-failure' },
          ].map(({ label, said, Icon, tone }) => (
            <div key={label} className="grid grid-cols-[11rem_minmax(0,1fr)] py-0.5">
              <dt className="flex items-center gap-1.5 text-ink-2 text-small">
                <Icon size={13} aria-hidden className={tone} />
                {label} · {whose(said.reflectionId)}
              </dt>
              <dd dir="auto" className="wrap-anywhere">
                {said.text}
              </dd>
            </div>
          ))}
        </dl>
      ))}
      <div className="grid grid-cols-2">
        {[one, other].map((lesson) => (
          <Side key={lesson.id} label={whose(lesson.id)} lesson={lesson}>
            <TextLink aria-label={waiting.open(lessonTitle(lesson))} onClick={() => onOpen(lesson)}>
              {waiting.openShort}
            </TextLink>
          </Side>
        ))}
      </div>
    </ReviewCard>
  );
}
