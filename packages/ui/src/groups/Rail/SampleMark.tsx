import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { ACTIONS } from '../../state/actions.ts';
import { strings } from '../../strings.ts';

const words = strings.sample;

/** Says that counts have the sample in, and removes it. */
export function SampleMark({ onRemove }: { onRemove: () => void }) {
  return (
    <p title={words.hint} className="flex items-center gap-2 px-1 text-ink-2 text-small">
      <span className="grow">{words.loaded}</span>
      <TextLink className="min-h-6" aria-label={ACTIONS.removeSample.title} onClick={onRemove}>
        {words.remove}
      </TextLink>
    </p>
  );
}
