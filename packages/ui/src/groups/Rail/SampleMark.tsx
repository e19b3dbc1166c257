import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { ACTIONS } from '../../state/actions.ts';
import { strings } from '../../strings.ts';

const words = strings.sample;

interface SampleMarkProps {
  onRemove: () => void;
  /** Leads to the programs that can be connected; null once one is. */
  onConnect: (() => void) | null;
}

/** Says that counts have the sample in, removes it, and leads on from it to a memory of one's own. */
export function SampleMark({ onRemove, onConnect }: SampleMarkProps) {
  return (
    <div className="px-1 text-small">
      <p title={words.hint} className="flex items-center gap-2 text-ink-2">
        <span className="grow">{words.loaded}</span>
        <TextLink className="min-h-6" aria-label={ACTIONS.removeSample.title} onClick={onRemove}>
          {words.remove}
        </TextLink>
      </p>
      {/* In a low window what stands below stays in sight. */}
      {onConnect && (
        <TextLink className="min-h-6 max-md:hidden [@media(height<35rem)]:hidden" onClick={onConnect}>
          {ACTIONS.connectAgent.title}
        </TextLink>
      )}
    </div>
  );
}
