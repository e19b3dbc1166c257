import type { Job } from '@twicewise/contract';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { IconButton } from '../../elements/Button/Button.tsx';
import { Kbd, keysText } from '../../elements/Kbd/Kbd.tsx';
import { Progress } from '../../elements/Progress/Progress.tsx';
import { TextLink } from '../../elements/TextLink/TextLink.tsx';
import { keysOf } from '../../state/action-keys.ts';
import { useWorkingKeys, type WorkingKeys } from '../../state/action-registry.tsx';
import type { ActionId } from '../../state/actions.ts';
import type { Notice } from '../../state/command-runner.ts';
import type { CommandState } from '../../state/commands.tsx';
import type { Step } from '../../state/undo-stack.ts';
import { strings } from '../../strings.ts';
import { BroughtLinks, type BroughtLinksProps } from '../Brought/BroughtLinks.tsx';

interface StatusLineProps {
  state: CommandState;
  /** Shortcuts that work at the focus; beside a message the line shows those for which it leaves room. */
  hints: WorkingKeys;
  onUndo: (step: Step) => void;
  onRedo: (step: Step) => void;
  /** Leads to what a job brought. */
  onShow: BroughtLinksProps['onShow'];
  /** Leads to Data; null where that is open. */
  onData: (() => void) | null;
  onDismiss: () => void;
  onStop: (job: Job) => void;
}

interface BackProps {
  id: 'undo' | 'redo';
  step: Step;
  /** True for a step beyond the one of which the message tells. */
  isOnward: boolean;
  onPress: (step: Step) => void;
}

/** Undoes or redoes. Its key is shown where it works: in a text field it is that of the field. */
function Back({ id, step, isOnward, onPress }: BackProps) {
  const isWorking = id in useWorkingKeys(BACK_KEYS);
  const [keys = ''] = keysOf(id);
  return (
    <TextLink
      onClick={() => onPress(step)}
      title={[isOnward && step.what, isWorking && keysText(keys)].filter(Boolean).join('  ') || undefined}
      className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-sm px-1.5 font-medium text-ink"
    >
      {isOnward ? strings.actions.onward[id] : strings.actions[id]}
      {isWorking && <Kbd keys={keys} />}
    </TextLink>
  );
}

const BACK_KEYS = ['undo', 'redo'] as const;

function Said({
  notice,
  onUndo,
  onRedo,
  onShow,
  onData,
  onDismiss,
}: Omit<StatusLineProps, 'state' | 'hints' | 'onStop'> & { notice: Notice }) {
  const { undo, redo, onward, job } = notice.kind === 'done' ? notice : {};
  return (
    <>
      {notice.kind === 'done' ? (
        <span className="min-w-0 truncate text-ink" title={notice.text}>
          {notice.text}
        </span>
      ) : (
        <span role="alert" className="min-w-0 text-ink">
          <strong className="font-medium text-failure">{notice.failure.message}</strong> {notice.failure.hint}
        </span>
      )}
      {job && <BroughtLinks job={job} onShow={onShow} />}
      {notice.isOnData && onData && (
        <TextLink onClick={onData} className="min-h-6 shrink-0 font-medium text-ink">
          {strings.jobs.showData}
        </TextLink>
      )}
      {undo && <Back id="undo" step={undo} isOnward={onward === 'undo'} onPress={onUndo} />}
      {redo && <Back id="redo" step={redo} isOnward={onward === 'redo'} onPress={onRedo} />}
      <IconButton label={strings.actions.dismiss} onClick={onDismiss} className="size-6">
        <X size={13} aria-hidden />
      </IconButton>
    </>
  );
}

const { hint } = strings.shortcuts;

/** Shortcuts that the line shows, in this order, each with a word. */
const TAUGHT = {
  toHits: hint.toHits,
  openHit: hint.openHit,
  clear: hint.clear,
  save: hint.save,
  cancel: hint.cancel,
  leaveField: hint.leaveField,
  down: hint.move,
  open: hint.open,
  undoEntry: strings.actions.undo.toLowerCase(),
  edit: hint.edit,
  pin: hint.pin,
  restore: hint.restore,
  select: hint.select,
  toMap: hint.toMap,
  cause: hint.move,
  expandOrCollapse: hint.expand,
  nodeOnly: hint.focus,
  nodePin: hint.pin,
  nodeHide: hint.hide,
  partBefore: hint.parts,
  filter: hint.search,
  palette: hint.find,
  // The last ones, which are left out first where the line is short.
  bin: hint.bin,
  delete: hint.delete,
  toSession: hint.toSession,
  compare: hint.versions,
  facets: hint.filters,
  groupDrafts: hint.group,
  source: hint.formatting,
  sheet: hint.all,
} satisfies Partial<Record<ActionId, string>>;

type Taught = keyof typeof TAUGHT;
const ALL = Object.keys(TAUGHT) as Taught[];

/** The shortcuts that the line shows beside a list, where there may be no text that `source` would show in another way. */
export const TAUGHT_KEYS = ALL.filter((id) => id !== 'palette' && id !== 'source');
/** Those that it shows elsewhere. The key of the palette works in a field, too; those of a node work on the map. */
export const FEW_KEYS: readonly Taught[] = [
  'leaveField',
  'toMap',
  'cause',
  'expandOrCollapse',
  'nodeOnly',
  'nodePin',
  'nodeHide',
  'palette',
  'sheet',
];

/** The action that goes the other way, whose key is shown beside. */
const OTHER_WAY: Partial<Record<Taught, ActionId>> = { down: 'up', cause: 'effect', partBefore: 'nextPart' };

function taughtKeys(id: Taught): readonly string[] {
  const other = OTHER_WAY[id];
  return [id, ...(other ? [other] : [])].flatMap((one) => keysOf(one).slice(0, 1));
}

interface HintsProps {
  working: WorkingKeys;
  /** True while a message stands before them: those for which it leaves no room are left out whole. */
  beside: boolean;
}

function Hint({ id, working }: { id: Taught; working: WorkingKeys }) {
  return (
    <span className="flex h-6 shrink-0 items-center gap-1">
      {taughtKeys(id).map((keys) => (
        <Kbd key={keys} keys={keys} />
      ))}
      {working[id] || TAUGHT[id]}
    </span>
  );
}

/** The one that leads to all others never lacks the room. */
function Hints({ working, beside }: HintsProps) {
  return (
    <span
      className={clsx(
        'behind:invisible flex grow items-center gap-x-4 text-ink-3 max-md:hidden',
        // A message is read in full before more keys are named.
        beside ? 'min-w-32 basis-0 justify-end' : '-ml-3 min-w-0',
      )}
    >
      <span className={clsx('flex h-6 min-w-0 flex-wrap gap-x-4 overflow-hidden', beside && 'justify-end')}>
        {/* A line holds one at least, however narrow it is: this one, so that no key is cut in the middle. */}
        <span aria-hidden className="-mr-4 h-6 w-0 shrink-0" />
        {ALL.filter((id) => id !== 'sheet' && id in working).map((id) => (
          <Hint key={id} id={id} working={working} />
        ))}
      </span>
      {'sheet' in working && <Hint id="sheet" working={working} />}
    </span>
  );
}

function JobProgress({ job, onStop }: { job: Job; onStop: () => void }) {
  return (
    <span className="ml-auto flex shrink-0 items-center gap-2 text-ink-2">
      {job.title}
      <Progress label={job.title} done={job.done} total={job.total} />
      <span className="font-mono text-micro">{strings.jobs.progressOf(job)}</span>
      <IconButton label={strings.jobs.stop(job.title)} onClick={onStop} className="size-6">
        <X size={13} aria-hidden />
      </IconButton>
    </span>
  );
}

/**
 * The status line at the bottom. The last action stays until the next one, until it is dismissed or something else is shown (see
 * `app/forget-notice.ts`), so that its undo does not disappear at once. The line always takes its space, so that nothing moves when
 * a message appears.
 */
export function StatusLine({ state, hints, onStop, ...actions }: StatusLineProps) {
  const { notice, job } = state;
  const silent = !notice && !job;
  // A failure is read in full, and the progress of a job stands at the end itself.
  const hasRoom = notice === null || (notice.kind === 'done' && !job);
  return (
    <footer
      className={clsx(
        'flex min-h-8 shrink-0 items-center gap-3 border-line border-t bg-ground px-3 text-small',
        silent && 'max-md:sr-only',
      )}
    >
      <div aria-live="polite" className="flex min-w-0 items-center gap-2">
        {notice && <Said notice={notice} {...actions} />}
      </div>
      {Object.keys(hints).length > 0 && hasRoom && <Hints working={hints} beside={notice !== null} />}
      {job && <JobProgress job={job} onStop={() => onStop(job)} />}
    </footer>
  );
}
