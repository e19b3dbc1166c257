import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { CausalNode } from '@twicewise/contract';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { isNode, type Question } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { causalNode, nodesLike } from '../../data/queries/causes.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { type Subject, SubjectField } from '../../groups/Causes/Subject.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { causes as causesWords } from '../../strings/causes.ts';
import { Alternatives } from './Alternatives.tsx';
import { onlyMeant } from './only-meant.ts';
import { TypedNodes } from './TypedNodes.tsx';
import type { Causes } from './use-causes.ts';

const words = causesWords.questions;

/** An end of a question, by its name in the link. */
export type QuestionEnd = 'from' | 'to';
/** What an end can be: a node of any kind, a decision, or words alone. */
type EndKind = 'node' | 'decision' | 'words';

interface Fields {
  text: string;
  from: string;
  fromIs: EndKind;
  /** Absent when the question has only one end. */
  to?: string;
  /** Words where it is left out. */
  toIs?: EndKind;
}

const FIELDS: Record<Question, Fields> = {
  why: { text: words.whyText, from: words.whySubject, fromIs: 'node' },
  path: { text: words.pathText, from: words.pathFrom, fromIs: 'node', to: words.pathTo, toIs: 'node' },
  whatif: { text: words.whatifText, from: words.whatifSubject, fromIs: 'decision', to: words.whatifTo },
  // It searches by words: a node that is looked at stands for its text.
  similar: { text: words.similarText, from: words.similarSubject, fromIs: 'node' },
  deadends: { text: words.deadendsText, from: words.deadendsSubject, fromIs: 'words' },
};

const fits = (end: EndKind, { kind }: CausalNode) => end === 'node' || (end === 'decision' && kind === 'decision');

/**
 * One end of a question: its value in the link, and the words being typed. A node that the question cannot be about, because another
 * one was asked of it, is left out.
 */
function useSubject(value: string | undefined, project: string | undefined, end: EndKind) {
  const asked = isNode(value) ? value : undefined;
  const { data } = useQuery(causalNode(useClient(), asked, project));
  const id = data?.node && end === 'decision' && !fits(end, data.node) ? undefined : asked;
  const said = asked ? '' : (value ?? '');
  const [typed, setTyped] = useState(said);
  useEffect(() => setTyped(said), [said]);
  const node = id ? (data?.node ?? null) : null;
  const subject: Subject = { typed, node };
  const isTyping = !node && end !== 'words' && typed.trim() !== '' && typed !== said;
  return { subject, setTyped, meant: (id ?? typed.trim()) || undefined, isUnfit: asked !== id, isTyping };
}

function useLooked({ view, node }: Causes): CausalNode | null {
  const { data } = useQuery(causalNode(useClient(), node ?? undefined, view.project));
  return data?.node ?? null;
}

/** Leads to the first field, in which the next question is typed; where nodes took the place of all fields, back from the first. */
function askAnew(form: HTMLElement | null): void {
  const field = form?.querySelector('input');
  if (field) field.select();
  else form?.querySelector<HTMLElement>('[data-change]')?.click();
}

/** Leads to the first row of what the typed words may mean. */
function leaveDown(list: HTMLElement | null, onPast: () => unknown): void {
  const row = list?.querySelector<HTMLElement>('[data-row]');
  if (row) row.focus();
  else onPast();
}

interface QuestionFormProps {
  ask: Question;
  causes: Causes;
  formRef: RefObject<HTMLFormElement | null>;
  /** Whether the key of a search leads here. */
  hasKey: boolean;
  /** Called with the end for which a node was chosen; null where the question is complete. */
  onChosen: (end: QuestionEnd | null) => void;
  /** Called when the typed words are asked about; whether they are those of the answer that is there. */
  onAsked: (isSame: boolean) => void;
  /** Called when words are typed. */
  onType: () => void;
  /** Called when the arrow down leaves a field below which nothing is offered. */
  onPast: () => void;
}

/** What is asked about: for typed words the only node that they can mean. Where words alone are searched for, these stay. */
function useMeant(ask: Question, { view }: Causes, { from, to }: ReturnType<typeof useEnds>) {
  const queries = useQueryClient();
  const client = useClient();
  const ofEnd = async ({ meant, subject, is }: typeof from) => {
    if (!meant || subject.node || is === 'words' || ask === 'similar') return meant;
    const wanted = nodesLike(client, view.project, meant, is === 'decision' ? ['decision'] : undefined);
    return (await onlyMeant(queries, wanted, meant))?.id ?? meant;
  };
  return async () => ({ from: await ofEnd(from), to: FIELDS[ask].to && (await ofEnd(to)) });
}

/** The ends of a question, each with its field. What is missing is typed next; where nothing is, the field would give way to the node. */
function useEnds(ask: Question, { view }: Causes, onComplete: () => void) {
  const { fromIs, toIs = 'words', to: hasTo } = FIELDS[ask];
  const from = { ...useSubject(view.from, view.project, fromIs), is: fromIs, ref: useRef<HTMLInputElement>(null) };
  const to = { ...useSubject(view.to, view.project, toIs), is: toIs, ref: useRef<HTMLInputElement>(null) };
  // Whoever goes through the questions by arrow keys stays there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form appears
  useEffect(() => {
    if (document.activeElement?.matches('input[type=radio]:focus-visible')) return;
    const isMissing = hasTo !== undefined && !view.to;
    if (isNode(view.from) && !isMissing) onComplete();
    else (view.from && isMissing ? to : from).ref.current?.focus();
  }, []);
  useEffect(() => {
    if (from.isUnfit) from.ref.current?.focus();
  }, [from.isUnfit, from.ref]);
  return { from, to };
}

/** What the fields mean at present, and what asks about it. */
function useAsking({ ask, causes, onChosen, onAsked }: QuestionFormProps, ends: ReturnType<typeof useEnds>) {
  const { view, change } = causes;
  const { to } = FIELDS[ask];
  const meant = { from: ends.from.meant, to: to ? ends.to.meant : undefined };
  const findMeant = useMeant(ask, causes, ends);
  const latest = useRef<typeof meant | null>(null);
  useEffect(() => {
    latest.current = meant;
    return () => {
      latest.current = null;
    };
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const lacking = meant.from ? (to && !meant.to ? ends.to : null) : ends.from;
    lacking?.ref.current?.focus();
    const found = await findMeant();
    // Who typed on meanwhile, or asks another question, means something else.
    const isSame = (end: QuestionEnd) => latest.current?.[end] === meant[end];
    if (latest.current === null || !isSame('from')) return;
    if (!lacking && isSame('to')) onAsked(found.from === view.from && found.to === view.to);
    change(isSame('to') ? found : { from: found.from });
    // The field in which the keys are gives way to the node that was found.
    const gone = (['from', 'to'] as const).find((end) => ends[end].ref.current?.matches(':focus'));
    if (gone && found[gone] !== meant[gone]) onChosen(null);
  };
  return { meant, submit };
}

/** What a question is about: one end or two. While words are typed that may mean nodes, these are offered below. */
export function QuestionForm(props: QuestionFormProps) {
  const { ask, causes, formRef, hasKey, onChosen, onType, onPast } = props;
  const { view, change } = causes;
  const { text, from, to } = FIELDS[ask];
  const ends = useEnds(ask, causes, () => onChosen(null));
  const looked = useLooked(causes);
  const list = useRef<HTMLUListElement>(null);
  const [last, setLast] = useState<QuestionEnd>('from');
  useAction('filter', () => askAnew(formRef.current), hasKey, words.toQuestion);
  const { meant, submit } = useAsking(props, ends);
  const choose = ({ id }: CausalNode) => {
    change({ ...meant, [last]: id });
    onChosen(last);
  };
  const fieldOf = (name: QuestionEnd, label: string) => (
    <SubjectField
      name={name}
      label={label}
      value={ends[name].subject}
      fieldRef={ends[name].ref}
      offered={looked && fits(ends[name].is, looked) ? looked : null}
      onType={(typed) => {
        onType();
        setLast(name);
        ends[name].setTyped(typed);
      }}
      onDown={() => leaveDown(list.current, () => ends[name].isTyping || onPast())}
      onClear={() => change({ [name]: undefined })}
      onUse={({ id }) => change({ [name]: id })}
    />
  );
  const { subject, isTyping, is, ref } = ends[last];
  const decision = ask === 'whatif' ? ends.from.subject.node : null;
  const take = (alternative: string) => {
    change({ ...meant, to: alternative });
    onChosen(null);
  };
  return (
    <form ref={formRef} className="flex max-w-190 flex-col gap-2" onSubmit={(event) => void submit(event)}>
      <p className="max-w-[64ch] text-ink-2">{text}</p>
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        {fieldOf('from', from)}
        {to && fieldOf('to', to)}
        <Button type="submit" tone="solid" className="mt-5.5">
          {words.ask}
        </Button>
      </div>
      {isTyping && (
        <TypedNodes
          text={subject.typed}
          project={view.project}
          onlyDecisions={is === 'decision'}
          listRef={list}
          onChoose={choose}
          onLeave={() => ref.current?.focus()}
        />
      )}
      {decision && <Alternatives decision={decision} project={view.project} onChoose={take} />}
    </form>
  );
}
