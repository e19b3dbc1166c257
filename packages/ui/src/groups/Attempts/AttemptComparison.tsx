import { lessonTitle } from '@twicewise/contract';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { tookOf } from '../../data/attempt-runs.ts';
import { compareAttempts, type ReadAttempt, type Shared } from '../../data/compare-attempts.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { OutcomeGlyph } from '../../elements/OutcomeGlyph/OutcomeGlyph.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { attemptComparison as words } from '../../strings/attempt-comparison.ts';
import { attempts } from '../../strings/attempts.ts';
import { count, strings } from '../../strings.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { CheckMark } from './CheckMarks.tsx';

interface RowProps {
  label: string;
  cells: readonly [ReactNode, ReactNode];
}

function Row({ label, cells }: RowProps) {
  return (
    <tr className="border-line border-t align-top">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-3 text-small">
        {label}
      </th>
      {keyedByPlace(cells).map(({ key, item }) => (
        <td key={key} dir="auto" className="wrap-anywhere py-1.5 pr-3">
          {item}
        </td>
      ))}
    </tr>
  );
}

interface SharedCellProps {
  shared: Shared;
  side: 'onlyFirst' | 'onlySecond';
  /** Marks what the other side lacks. */
  only: string;
  show?: ((name: string) => ReactNode) | undefined;
}

/** The names on one side; those that the other side lacks are marked. */
function SharedCell({ shared, side, only, show = (name) => name }: SharedCellProps) {
  const names = [
    ...shared[side].map((name) => ({ name, isOnly: true })),
    ...shared.both.map((name) => ({ name, isOnly: false })),
  ];
  if (names.length === 0) return <span className="text-ink-3">{words.nothing}</span>;
  return (
    <ul className="flex flex-col gap-1 text-small">
      {names.map(({ name, isOnly }) => (
        <li key={name} className={isOnly ? '' : 'text-ink-3'}>
          {show(name)}
          {isOnly && <span className="ml-2 text-small text-ink-2">{only}</span>}
        </li>
      ))}
    </ul>
  );
}

function Checks({ read: { attempt } }: { read: ReadAttempt }) {
  const { checks } = attempt.content;
  if (checks.length === 0) return <span className="text-ink-3">{attempts.unchecked}</span>;
  return (
    <ul className="flex flex-col text-small">
      {keyedByPlace(checks.slice(-8)).map(({ key, item: { kind, verdict, counts } }) => (
        <li key={key}>
          <CheckMark kind={kind} verdict={verdict} passed={counts?.passed ?? null} failed={counts?.failed ?? null} />
        </li>
      ))}
    </ul>
  );
}

function Outcome({ read: { attempt } }: { read: ReadAttempt }) {
  return (
    <span className="inline-flex items-center gap-1">
      <OutcomeGlyph outcome={attempt.outcome} decorative />
      {strings.outcome[attempt.outcome]}
    </span>
  );
}

const quiet = (text: string) => <span className="text-ink-3">{text}</span>;

/** What both sides say on their own: a cell for each. */
function ownCells({ attempt, reward }: ReadAttempt) {
  const { content, strategy } = attempt;
  const took = tookOf({ ...attempt, ms: content.cost?.ms ?? null });
  const tokens = content.cost?.tokens ?? null;
  const { reflection, synthesis } = content;
  const said = reflection?.rootCause || reflection?.text || synthesis || '';
  return {
    tried: strategy ?? quiet(attempts.noStrategy),
    took: took === null ? quiet(words.unknown) : attempts.took(took),
    tokens: tokens === null ? quiet(words.unknown) : count(tokens),
    reward: reward.value === null ? quiet(words.unknown) : String(Math.round(reward.value * 100) / 100),
    reflection: said === '' ? quiet(words.nothing) : said,
  };
}

interface AttemptComparisonProps {
  /** The earlier attempt, and the later one. */
  pair: readonly [ReadAttempt, ReadAttempt];
  onLesson: (lessonId: string) => void;
  onClose: () => void;
}

/** Two attempts side by side: what was tried, what the checks said, and what only one of them has. */
export function AttemptComparison({ pair: [first, second], onLesson, onClose }: AttemptComparisonProps) {
  const heading = useId();
  const panel = useRef<HTMLElement>(null);
  // The button that opened it may be far below.
  useEffect(() => panel.current?.focus(), []);
  const { errors, files, lessons } = compareAttempts(first, second);
  const titles = new Map([...first.told, ...second.told].map((one) => [one.reflectionId, one.taskDescription]));
  const lesson = (id: string) => {
    const title = titles.get(id);
    return title == null ? (
      attempts.detail.toldGone
    ) : (
      <TextLink onClick={() => onLesson(id)}>{lessonTitle({ taskDescription: title })}</TextLink>
    );
  };
  const isOneTask = first.attempt.taskIdentity === second.attempt.taskIdentity;
  const only = ({ attempt }: ReadAttempt) => (isOneTask ? words.onlyIn(attempt.ordinal) : words.onlyHere);
  const sides = (shared: Shared, show?: (name: string) => ReactNode) =>
    [
      <SharedCell key="first" shared={shared} side="onlyFirst" only={only(first)} show={show} />,
      <SharedCell key="second" shared={shared} side="onlySecond" only={only(second)} show={show} />,
    ] as const;
  const [a, b] = [ownCells(first), ownCells(second)];
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-labelledby={heading}
      className="mb-5 scroll-mt-12 border-line border-y py-3"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className="mb-1 flex items-baseline">
        <h3 id={heading} className="font-medium">
          {words.title}
        </h3>
        <Button tone="quiet" className="ml-auto" onClick={onClose}>
          {words.close}
        </Button>
      </div>
      <table className="w-full table-fixed text-base tabular-nums">
        <colgroup>
          <col className="w-24" />
          <col />
          <col />
        </colgroup>
        <thead>
          <tr className="text-left text-ink-2 text-small">
            <th scope="col" className="font-normal">
              <span className="sr-only">{words.what}</span>
            </th>
            <th scope="col" className="font-medium">
              {words.first(first.attempt.ordinal)}
            </th>
            <th scope="col" className="font-medium">
              {words.second(second.attempt.ordinal)}
            </th>
          </tr>
        </thead>
        <tbody>
          {!isOneTask && <Row label={words.rows.task} cells={[first.attempt.task, second.attempt.task]} />}
          <Row label={words.rows.tried} cells={[a.tried, b.tried]} />
          <Row
            label={words.rows.outcome}
            cells={[<Outcome key="first" read={first} />, <Outcome key="second" read={second} />]}
          />
          <Row
            label={words.rows.checks}
            cells={[<Checks key="first" read={first} />, <Checks key="second" read={second} />]}
          />
          <Row label={words.rows.errors} cells={sides(errors)} />
          <Row label={words.rows.changed} cells={sides(files, (path) => <bdi className="font-mono">{path}</bdi>)} />
          <Row label={words.rows.lessons} cells={sides(lessons, lesson)} />
          <Row label={words.rows.took} cells={[a.took, b.took]} />
          <Row label={words.rows.tokens} cells={[a.tokens, b.tokens]} />
          <Row label={words.rows.reward} cells={[a.reward, b.reward]} />
          <Row label={words.rows.reflection} cells={[a.reflection, b.reflection]} />
        </tbody>
      </table>
    </section>
  );
}
