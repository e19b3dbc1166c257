import { type Attempt, type AttemptContent, changedFiles, lessonTitle, type OutputOf } from '@twicewise/contract';
import clsx from 'clsx';
import { LongText } from '../../elements/LongText/LongText.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { attempts as words } from '../../strings/attempts.ts';
import { authorWord, bytes, strings } from '../../strings.ts';
import { keyedByPlace } from '../LessonForm/place.ts';
import { Section } from '../LessonText/Section.tsx';
import { KnownBy } from '../SessionList/KnownBy.tsx';
import { CheckMark } from './CheckMarks.tsx';

/** Files, errors and calls that are drawn; an attempt may have two thousand. */
const MOST = 30;

type Shown = OutputOf<'attempt.get'>['told'];
type Reward = OutputOf<'attempt.get'>['reward'];
type Flags = OutputOf<'attempt.get'>['flags'];
type Check = AttemptContent['checks'][number];

/** How many are not drawn. */
function More({ of }: { of: readonly unknown[] }) {
  if (of.length <= MOST) return null;
  return <p className="text-ink-3 text-small">{words.detail.more(of.length - MOST)}</p>;
}

function Files({ actor }: Pick<AttemptContent, 'actor'>) {
  const files = changedFiles(actor);
  if (files.length === 0) return null;
  return (
    <Section label={words.detail.changed}>
      <ul className="text-base">
        {files.slice(0, MOST).map(({ path, additions, deletions }) => (
          <li key={path} className="flex items-baseline gap-2">
            <bdi className="min-w-0 wrap-anywhere font-mono text-small">{path}</bdi>
            {(additions !== null || deletions !== null) && (
              <span className="shrink-0 font-mono text-ink-3 text-micro">
                {words.lines(additions ?? 0, deletions ?? 0)}
              </span>
            )}
          </li>
        ))}
      </ul>
      <More of={files} />
    </Section>
  );
}

function RewardOf({ reward }: { reward: Reward }) {
  const { value } = reward;
  if (value === null) return null;
  return (
    <Section label={words.detail.reward}>
      <p className="text-base">{words.reward({ ...reward, value })}</p>
    </Section>
  );
}

/** An output of which head and tail were kept. */
function Output({ output }: { output: Check['output'] }) {
  if (output === null || output.head === '') return null;
  const isCut = output.tail !== '';
  return (
    <>
      <LongText
        text={isCut ? `${output.head}\n…\n${output.tail}` : output.head}
        className="max-w-full font-mono text-small"
      />
      {isCut && <p className="text-ink-3 text-small">{words.detail.bytes(bytes(output.bytes))}</p>}
    </>
  );
}

function Checks({ checks }: Pick<AttemptContent, 'checks'>) {
  if (checks.length === 0) return null;
  return (
    <Section label={words.detail.checks}>
      <ol className="flex flex-col gap-1 text-base">
        {keyedByPlace(checks).map(({ key, item: check }) => (
          <li key={key}>
            <span className="text-small">
              <CheckMark
                kind={check.kind}
                verdict={check.verdict}
                passed={check.counts?.passed ?? null}
                failed={check.counts?.failed ?? null}
              />
            </span>
            {check.command && <LongText text={check.command} className="max-w-full font-mono text-ink-2 text-small" />}
            <Output output={check.output} />
            <Output output={check.errorOutput} />
          </li>
        ))}
      </ol>
    </Section>
  );
}

function Errors({ errors }: Pick<AttemptContent, 'errors'>) {
  if (errors.length === 0) return null;
  return (
    <Section label={words.detail.errors}>
      <ul className="flex flex-col gap-1 text-base">
        {keyedByPlace(errors.slice(0, MOST)).map(({ key, item }) => (
          <li key={key} className="border-failure border-l-2 pl-2">
            <LongText text={item.message} className="max-w-full font-mono text-small" />
          </li>
        ))}
      </ul>
      <More of={errors} />
    </Section>
  );
}

function Calls({ calls }: Pick<AttemptContent, 'calls'>) {
  if (calls.length === 0) return null;
  return (
    <Section label={words.detail.calls}>
      <ol className="text-base">
        {keyedByPlace(calls.slice(0, MOST)).map(({ key, item: { tool, outcome, insights } }) => (
          <li key={key} className="wrap-anywhere text-small">
            <span className="font-mono">{tool}</span> <span className="text-ink-3">{outcome}</span>
            {insights && <span className="text-ink-2"> {insights}</span>}
          </li>
        ))}
      </ol>
      <More of={calls} />
    </Section>
  );
}

/** What its author made of the attempt. */
function Reflected({ content, flags }: { content: AttemptContent; flags: Flags }) {
  const { reflection, synthesis, notes } = content;
  const texts = [reflection?.text, reflection?.rootCause, ...(reflection?.lessons ?? []), synthesis, notes];
  const given = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  // The text of a reflection often holds its cause, too.
  const said = given.filter((text, place) => !given.slice(0, place).some((earlier) => earlier.includes(text)));
  if (said.length + flags.length === 0) return null;
  return (
    <Section label={words.detail.reflection}>
      {keyedByPlace(said).map(({ key, item }) => (
        <LongText key={key} text={item} />
      ))}
      {flags.length > 0 && <p className="text-ink-3 text-small">{words.weak(flags)}</p>}
    </Section>
  );
}

function ShownLessons({ told, onLesson }: { told: Shown; onLesson: (lessonId: string) => void }) {
  if (told.length === 0) return null;
  return (
    <Section label={words.detail.told}>
      <ul className="text-base">
        {told.map(({ exposureId, reflectionId, taskDescription, actedOn }) => (
          <li key={exposureId} className="flex min-w-0 items-baseline gap-2">
            {taskDescription === null ? (
              <span className="text-ink-3">{words.detail.toldGone}</span>
            ) : (
              <TextLink
                dir="auto"
                title={lessonTitle({ taskDescription })}
                className="min-h-6 min-w-0 truncate text-left"
                onClick={() => onLesson(reflectionId)}
              >
                {lessonTitle({ taskDescription })}
              </TextLink>
            )}
            <span
              title={words.detail.actedHint}
              className={clsx('shrink-0 text-small', actedOn ? 'font-medium' : 'text-ink-3')}
            >
              {words.detail.acted(actedOn)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface AttemptDetailsProps {
  attempt: Attempt;
  told: Shown;
  reward: Reward;
  flags: Flags;
  onLesson: (lessonId: string) => void;
  onRemove: () => void;
}

/** What was changed in one attempt, what its checks said, and where it is known from. */
export function AttemptDetails({ attempt, told, reward, flags, onLesson, onRemove }: AttemptDetailsProps) {
  const { content, author, sourcePointer } = attempt;
  return (
    <div className="@container flex flex-col gap-3 border-line border-l-2 pl-3">
      <Section label={words.detail.outcome}>
        <span className="flex flex-wrap items-center gap-2 text-base">
          {strings.outcome[attempt.outcome]} <KnownBy of={attempt} />
        </span>
      </Section>
      <RewardOf reward={reward} />
      <Files actor={content.actor} />
      <Checks checks={content.checks} />
      <Errors errors={content.errors} />
      <Calls calls={content.calls} />
      <Reflected content={content} flags={flags} />
      <ShownLessons told={told} onLesson={onLesson} />
      <Section label={words.detail.where}>
        <p className="text-ink-2 text-small">
          {sourcePointer === null
            ? words.detail.recorded(authorWord(author))
            : words.detail.found(author.name, sourcePointer)}
        </p>
        <TextLink className="min-h-6 text-ink-2 text-small" onClick={onRemove}>
          {words.remove}
        </TextLink>
      </Section>
    </div>
  );
}
