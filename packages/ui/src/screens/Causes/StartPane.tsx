import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CausalNode, OutputOf } from '@twicewise/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { askPatch, type Question } from '../../data/causes-view.ts';
import { useClient } from '../../data/client.ts';
import { causesOverview, nodesLike } from '../../data/queries/causes.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Loading } from '../../elements/Message/Message.tsx';
import { TextField } from '../../elements/TextField/TextField.tsx';
import { QuestionKinds } from '../../groups/Causes/QuestionKinds.tsx';
import { ChainSentence, FailureRow, FoundNodes } from '../../groups/Causes/Suggestions.tsx';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { useAction } from '../../state/action-registry.tsx';
import { causes as causesWords } from '../../strings/causes.ts';
import { ConnectList } from './ConnectPane.tsx';
import { onlyMeant } from './only-meant.ts';
import type { Causes } from './use-causes.ts';

const words = causesWords.start;

interface AskingProps {
  causes: Causes;
  /** True once it is known whether there is anything to ask about. */
  isKnown: boolean;
  onLeave: () => void;
}

/** The question field: words, or a node that is found while typing. */
function Asking({ causes, isKnown, onLeave }: AskingProps) {
  const { view, change, middle } = causes;
  const [kind, setKind] = useState<Question>('why');
  const [typed, type] = useState('');
  const asked = typed.trim();
  const queries = useQueryClient();
  const wanted = nodesLike(useClient(), view.project, asked);
  const found = useQuery({ ...wanted, placeholderData: keepPreviousData });
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Where nothing is known, something else stands here in a moment; a key for the next screen must not be typed into the field.
    if (isKnown) field.current?.focus({ preventScroll: true });
  }, [isKnown]);
  // What led here is asked of where one is: the other end comes first in time.
  const ask = (about: string) =>
    change({
      ...askPatch(view, kind),
      q: undefined,
      ...(kind === 'path' ? { from: undefined, to: about } : { from: about }),
    });
  const choose = (node: CausalNode) => ask(kind === 'deadends' ? node.label : node.id);
  const send = async () => {
    if (asked === '') return field.current?.focus();
    // Part of a word is no question. Without an answer the words are asked, and the question says what is wrong.
    const only = await onlyMeant(queries, wanted, asked);
    if (only) choose(only);
    else ask(asked);
  };
  const toRow = () => list.current?.querySelector<HTMLElement>('[data-row]')?.focus();
  useAction('filter', () => field.current?.select(), true, causesWords.questions.toQuestion);
  // From an empty field to what is suggested, where single keys work; they work without suggestions, too.
  const leave = () => {
    field.current?.blur();
    onLeave();
  };
  useAction('clear', () => (typed === '' ? leave() : type('')));
  useAction('toHits', toRow);
  useAction('openHit', () => void send());
  return (
    <section aria-label={words.label} className="flex flex-col gap-2">
      <QuestionKinds value={kind} onChange={setKind} />
      <div className="flex gap-2">
        <TextField
          ref={field}
          type="search"
          dir="auto"
          aria-label={words.field}
          placeholder={words.hint}
          className="h-9 text-read"
          value={typed}
          maxLength={1000}
          onChange={({ target }) => type(target.value)}
        />
        <Button tone="solid" className="h-9" onClick={() => void send()}>
          {causesWords.questions.ask}
        </Button>
      </div>
      {asked !== '' && found.data && (
        <FoundNodes
          nodes={found.data}
          listRef={list}
          // A dead end is asked about in words: it is about a task, not about what happened.
          onChoose={choose}
          onMap={({ id }) => middle(id)}
          onLeave={() => field.current?.focus()}
        />
      )}
    </section>
  );
}

function Suggested({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="font-medium text-read">{title}</h2>
      <p className="mb-2 text-ink-3 text-small">{text}</p>
      {children}
    </section>
  );
}

interface SuggestionsProps {
  causes: Causes;
  known: OutputOf<'causal.overview'>;
}

/** Opens a chain as the answer to how its start led to its end. */
function Strongest({ causes: { view, change }, known }: SuggestionsProps) {
  return (
    <Suggested title={words.chains} text={words.chainsText}>
      <ul>
        {known.chains.map(({ steps }) => {
          const [from, to] = [steps[0]?.from.id, steps.at(-1)?.to.id];
          return (
            <li key={steps.map(({ edge }) => edge.id).join(' ')}>
              <ChainSentence steps={steps} onOpen={() => change({ ...askPatch(view, 'path'), from, to })} />
            </li>
          );
        })}
      </ul>
    </Suggested>
  );
}

const MOST_ROWS = 5;

function Failures({ causes: { view, change, middle }, known }: SuggestionsProps) {
  const isDecision = ({ kind }: CausalNode) => kind === 'decision';
  const errors = known.failures.filter((node) => !isDecision(node)).slice(0, MOST_ROWS);
  const failed = known.failures.filter((node) => isDecision(node) && node.effects > 0).slice(0, MOST_ROWS);
  return (
    <>
      <Suggested title={words.errors} text={errors.length > 0 ? words.errorsText : words.noErrors}>
        <ul>
          {errors.map((node) => (
            <li key={node.id}>
              <FailureRow node={node} onOpen={() => change({ ...askPatch(view, 'why'), from: node.id })} />
            </li>
          ))}
        </ul>
      </Suggested>
      {failed.length > 0 && (
        <Suggested title={words.failed} text={words.failedText}>
          <ul>
            {failed.map((node) => (
              <li key={node.id}>
                <FailureRow node={node} onOpen={() => middle(node.id)} />
              </li>
            ))}
          </ul>
        </Suggested>
      )}
    </>
  );
}

/** Where Causes begins: a question, failures to ask about, and the strongest chains known. */
export function StartPane({ causes }: { causes: Causes }) {
  const { view, change } = causes;
  const query = useQuery(causesOverview(useClient(), view.project));
  const known = query.data;
  const pane = useRef<HTMLDivElement>(null);
  const toSuggestions = () => pane.current?.querySelector<HTMLElement>('li button')?.focus();
  return (
    <div ref={pane} data-place="start" className="min-h-0 min-w-0 grow overflow-y-auto bg-reading">
      <div className="mx-auto flex max-w-260 flex-col gap-6 p-6">
        <Asking causes={causes} isKnown={!query.isPending} onLeave={toSuggestions} />
        {query.error && !known && <QueryFailure title={causesWords.failed} query={query} />}
        {query.isPending && <Loading text={causesWords.loading} />}
        {known && known.total.edges > 0 && (
          <>
            <div className="grid grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))] gap-x-8 gap-y-6">
              <Strongest causes={causes} known={known} />
              <div className="flex min-w-0 flex-col gap-6">
                <Failures causes={causes} known={known} />
              </div>
            </div>
            <div className="flex flex-wrap gap-2 border-line border-t pt-4">
              <Button onClick={() => change({ map: true })}>{words.map}</Button>
              <Button tone="quiet" onClick={() => change({ ask: 'connect' })}>
                {causesWords.connect.title}
              </Button>
            </div>
          </>
        )}
        {known && known.total.edges === 0 && known.total.nodes > 0 && (
          <section aria-label={causesWords.connect.title} className="flex flex-col gap-2">
            <h2 className="font-medium text-read">{causesWords.connect.title}</h2>
            <p className="mb-2 max-w-[64ch] text-ink-2">
              {causesWords.connect.onlyOrder} {causesWords.connect.text}
            </p>
            <ConnectList causes={causes} />
          </section>
        )}
      </div>
    </div>
  );
}
