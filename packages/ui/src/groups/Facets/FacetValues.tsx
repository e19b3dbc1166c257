import clsx from 'clsx';
import { useId, useState } from 'react';
import { beginAlike } from '../../data/begin-alike.ts';
import type { FacetChoice } from '../../data/facets.ts';
import { CutName } from '../../elements/CutName/CutName.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { count, strings } from '../../strings.ts';
import { useSteadyOrder } from './steady-order.ts';

const words = strings.facets;

/** Values shown at first; the others are shown on demand. */
const AT_FIRST = 7;
/** A field to find a value by name appears from this many values on. */
const SEARCHED = 12;

interface ValueProps<P> {
  choice: FacetChoice<P>;
  /** Where the name begins to differ from others that begin alike. */
  differsAt: number | undefined;
  onChange: (patch: P) => void;
}

function Value<P>({ choice: { word, count: records, chosen, patch }, differsAt, onChange }: ValueProps<P>) {
  return (
    <li>
      <label
        className={clsx(
          'flex min-h-6 cursor-pointer items-center gap-2 rounded-sm px-1.5 text-small hover:bg-hover hover:text-ink has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-signal',
          chosen ? 'bg-signal-tint text-ink' : 'text-ink-2',
        )}
      >
        <input
          type="checkbox"
          data-stop
          checked={chosen}
          onChange={() => onChange(patch)}
          className="size-3 shrink-0 accent-signal focus-visible:outline-none"
        />
        {/* What grows is around it, so that a name that is cut stands at the left while it is short. */}
        <span className="flex min-w-0 grow">
          <CutName name={word} differsAt={differsAt} className="min-w-0" />
        </span>
        <span className={clsx('shrink-0 font-mono text-micro', records === 0 ? 'text-ink-3' : 'text-ink-2')}>
          {count(records)}
        </span>
      </label>
    </li>
  );
}

interface FacetValuesProps<P> {
  name: string;
  choices: readonly FacetChoice<P>[];
  /** True when there are more values than the host lists. */
  more: boolean;
  /** Whether the values stay in their order while their counts change. */
  isHeld: boolean;
  onChange: (patch: P) => void;
}

/** The first values, and the chosen ones wherever they are. */
function atFirst<P>(choices: readonly FacetChoice<P>[]): FacetChoice<P>[] {
  return choices.filter(({ chosen }, index) => chosen || index < AT_FIRST);
}

/** The values of one facet: a few at first, all on demand, and a field to find one where there are many. */
export function FacetValues<P>({ name, choices: counted, more, isHeld, onChange }: FacetValuesProps<P>) {
  const choices = useSteadyOrder(counted, isHeld);
  const [all, setAll] = useState(false);
  const [typed, setTyped] = useState('');
  const list = useId();
  const looked = typed.trim().toLowerCase();
  const found = choices.filter(({ word }) => word.toLowerCase().includes(looked));
  const shown = all || looked !== '' ? found : atFirst(choices);
  const alike = beginAlike(choices.map(({ word }) => word));
  const hidden = choices.length > atFirst(choices).length;
  return (
    <div className="pb-2">
      {choices.length >= SEARCHED && (
        <input
          type="search"
          data-stop
          value={typed}
          aria-label={words.search(name)}
          placeholder={words.search(name)}
          aria-controls={list}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          className="mb-1 h-6 w-full rounded-sm border border-control bg-raised px-1.5 text-small focus-visible:outline-offset-0"
        />
      )}
      <ul id={list}>
        {shown.map((choice) => (
          <Value key={choice.value} choice={choice} differsAt={alike.get(choice.word)} onChange={onChange} />
        ))}
      </ul>
      {shown.length === 0 && <p className="px-1.5 text-ink-3 text-small">{words.noneFound(choices.length, more)}</p>}
      {looked === '' && hidden && (
        <TextLink data-stop onClick={() => setAll(!all)} className="min-h-6 rounded-sm px-1.5 text-small">
          {all ? words.fewer : words.all(choices.length, more)}
        </TextLink>
      )}
      {more && shown.length > 0 && (all || looked !== '') && (
        <p className="px-1.5 text-ink-3 text-small">{words.more(choices.length)}</p>
      )}
    </div>
  );
}
