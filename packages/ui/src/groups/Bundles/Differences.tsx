import type { BundleChoice, OutputOf } from '@twicewise/contract';
import { useId } from 'react';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { Select } from '../../elements/TextField/TextField.tsx';
import { bundles } from '../../strings/bundles.ts';
import { type Choices, choiceOf, countOf, undecided, withAll, withBundleChoice } from './choices.ts';

const words = bundles.toImport;

type Preview = OutputOf<'bundle.preview'>;
type Differing = 'changedThere' | 'conflicting';

interface DifferencesProps {
  preview: Preview;
  choices: Choices;
  onChoose: (choices: Choices) => void;
}

/** The value of the select while nothing is chosen. */
const NONE = 'undecided';
const CHOICES = Object.keys(words.choice) as BundleChoice[];

const read = (value: string) => (value === NONE ? undefined : (value as BundleChoice));

/** The choice for all items with the same standing. */
function ForAll({ standing, preview, choices, onChoose }: DifferencesProps & { standing: Differing }) {
  const id = useId();
  const total = countOf(preview.kinds, standing);
  if (total === 0) return null;
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="shrink-0">
        {words.all[standing](total)}
      </label>
      <Select
        id={id}
        value={choices[standing] ?? NONE}
        onChange={({ target }) => onChoose(withAll(choices, standing, read(target.value)))}
      >
        {standing === 'conflicting' && <option value={NONE}>{words.undecided}</option>}
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {words.choice[choice]}
          </option>
        ))}
      </Select>
    </div>
  );
}

function Item({ item, choices, onChoose }: Omit<DifferencesProps, 'preview'> & { item: Preview['items'][number] }) {
  const { id, kind, title, standing, fields } = item;
  const one = (value: BundleChoice | typeof NONE, label: string) => ({ value, label, icon: label });
  const options = [
    ...(standing === 'conflicting' && choices.conflicting === undefined ? [one(NONE, words.undecided)] : []),
    // Only lessons can be kept in both versions.
    ...CHOICES.filter((choice) => choice !== 'both' || kind === 'reflection').map((choice) =>
      one(choice, words.choice[choice]),
    ),
  ];
  const now = choiceOf(item, choices) ?? NONE;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t py-2">
      <div className="min-w-0 grow basis-72">
        <p dir="auto" className="line-clamp-2 wrap-anywhere" title={title}>
          {title}
        </p>
        <p className="text-ink-2 text-small">
          {bundles.kind[kind]} · {words.standing[standing]} · {words.differs(fields)}
        </p>
      </div>
      <Segmented
        label={words.choiceOf(title)}
        options={options}
        value={now === 'both' && kind !== 'reflection' ? 'mine' : now}
        onChange={(value) => onChoose(withBundleChoice(choices, id, read(value)))}
      />
    </li>
  );
}

/** The records that differ, each with its fields and a choice, and what happens to the rest. */
export function Differences({ preview, choices, onChoose }: DifferencesProps) {
  const { items, kinds } = preview;
  const more = countOf(kinds, 'changedThere') + countOf(kinds, 'conflicting') - items.length;
  const left = undecided(preview, choices);
  return (
    <>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        <ForAll standing="changedThere" preview={preview} choices={choices} onChoose={onChoose} />
        <ForAll standing="conflicting" preview={preview} choices={choices} onChoose={onChoose} />
      </div>
      <ul aria-label={words.differences} className="border-line border-b">
        {items.map((item) => (
          <Item key={`${item.kind} ${item.id}`} item={item} choices={choices} onChoose={onChoose} />
        ))}
      </ul>
      {more > 0 && <p className="text-ink-2 text-small">{words.moreItems(more)}</p>}
      <p role="status" className={left > 0 ? 'border-signal border-l-2 pl-3' : 'sr-only'}>
        {left > 0 && words.left(left)}
      </p>
    </>
  );
}
