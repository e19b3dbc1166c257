import { type Failure, lessonTitle, type OutputOf } from '@twicewise/contract';
import { FailureLine } from '../../elements/Message/FailureLine.tsx';
import { PreviewFoot } from '../../elements/PreviewFoot/PreviewFoot.tsx';
import { strings } from '../../strings.ts';
import type { RowLines } from '../LessonList/lead.ts';
import { inListOrder } from './in-list-order.ts';

const words = strings.bulk;

interface BulkPreviewProps {
  /** The name of the change, such as "Delete". */
  name: string;
  /** What the preview begins with, where that says more than the name. */
  heading?: string | undefined;
  preview: Pick<OutputOf<'reflection.previewMany'>, 'changes' | 'already' | 'examples' | 'asJob'> & {
    refused: readonly { count: number; message: string }[];
  };
  /** How many it changes, in words; by default how many lessons. */
  changes?: string | undefined;
  /** What it would do, in words, where that is more than a number of changes. */
  effect?: string;
  /** True when the lessons changed since an earlier preview; any other refusal is in `failure`. */
  conflict: boolean;
  /** Says that what is no lesson changed since an earlier preview. */
  changedSince?: string;
  failure: Failure | null;
  busy: boolean;
  /** What tells the lessons of the list apart; an example whose task reads like another's is named by that. */
  lines?: ReadonlyMap<string, RowLines> | undefined;
  /** The ids of the list, in its order. */
  order?: readonly string[] | undefined;
  onDo: () => void;
  onCancel: () => void;
}

/** The first lessons that a change would be made to, each by a line that no other has. */
function Examples({
  examples,
  lines,
  order,
}: Pick<BulkPreviewProps, 'lines' | 'order'> & Pick<BulkPreviewProps['preview'], 'examples'>) {
  return (
    <ul aria-label={words.such} className="border-line border-l pl-2 text-ink-3">
      {inListOrder(examples, order).map((example) => {
        const { id } = example;
        const title = lessonTitle(example);
        const { lead, leads } = lines?.get(id) ?? { lead: null, leads: false };
        const said = leads && lead ? [lead.text, title] : [title];
        return (
          <li key={id} dir="auto" title={said.join('\n')} className="truncate">
            {said[0]}
          </li>
        );
      })}
    </ul>
  );
}

/** Shows what a change would do, before it is done: totals, and the first lessons by name. */
export function BulkPreview(props: BulkPreviewProps) {
  const { name, preview, conflict, changedSince = words.conflict, failure, busy, lines, order, onDo, onCancel } = props;
  const { already, refused, examples, asJob } = preview;
  const { changes = words.changes(preview.changes), effect, heading = name } = props;
  // An effect of its own may count something else than the examples are.
  const others = effect === undefined && examples.length > 0 ? preview.changes - examples.length : 0;
  return (
    <div className="flex min-h-0 flex-col gap-2 text-small">
      <div aria-live="polite" className="flex min-h-0 flex-col gap-1 overflow-y-auto text-ink-2">
        {conflict && <p className="border-signal border-l-2 pl-2 text-ink">{changedSince}</p>}
        <FailureLine failure={failure} />
        <p className="text-ink">
          <strong className="font-medium wrap-anywhere">{heading}.</strong> {effect ?? changes}
        </p>
        {already > 0 && <p>{words.already(already)}</p>}
        {refused.map(({ count, message }) => (
          <p key={message}>{words.refused(count, message)}</p>
        ))}
        {examples.length > 0 && <Examples examples={examples} lines={lines} order={order} />}
        {others > 0 && <p className="text-ink-3">{words.others(others)}</p>}
        {asJob && <p>{words.asJob}</p>}
      </div>
      <PreviewFoot
        preview={preview}
        act={preview.changes === 0 ? undefined : { name, busy, onDo }}
        onCancel={onCancel}
      />
    </div>
  );
}
