import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useClient } from '../../data/client.ts';
import { settingsOptions } from '../../data/queries/host.ts';
import { waitingCount, waitingWorth } from '../../data/queries/review.ts';
import { readToday, TODAY_TABS, type TodayTab, WAITING } from '../../data/today-view.ts';
import { Button } from '../../elements/Button/Button.tsx';
import { Kbd } from '../../elements/Kbd/Kbd.tsx';
import { RelativeTime } from '../../elements/RelativeTime/RelativeTime.tsx';
import { Segmented } from '../../elements/Segmented/Segmented.tsx';
import { useAction, useActionRunner, useWorkingKeys } from '../../state/action-registry.tsx';
import { review, today } from '../../strings/today.ts';
import {
  contradictions as contradictionsWords,
  harmful as harmfulWords,
  suspects as suspectsWords,
  unused as unusedWords,
  waiting,
} from '../../strings/waiting.ts';
import { count, strings } from '../../strings.ts';

/** The tabs: the kinds of items in the review queue, and what agents were shown. */
export type Kind = 'drafts' | TodayTab;

const KINDS: readonly Kind[] = ['drafts', ...TODAY_TABS];
const TAUGHT = ['down', 'select', 'undoDecision'] as const;

/** The kinds of waiting items with their counts, and the kind that is shown. */
export function useKinds(project: string | undefined, drafts: number | undefined) {
  const view = useSearch({ from: '/today' });
  const navigate = useNavigate();
  const client = useClient();
  const [suspects, contradictions, unused, harmful, shown] = useQueries({
    queries: TODAY_TABS.map((kind) => waitingCount(client, kind, project)),
  });
  const kind: Kind = view.waiting ?? 'drafts';
  const choose = (next: Kind) => {
    if (next === kind) return;
    const waiting = next === 'drafts' ? undefined : next;
    void navigate({ to: '/today', search: readToday({ ...view, waiting, at: undefined }) });
  };
  const step = (by: number) => choose(KINDS[(KINDS.indexOf(kind) + by + KINDS.length) % KINDS.length] ?? 'drafts');
  useAction('nextKind', () => step(1));
  useAction('kindBefore', () => step(-1));
  const counts: Record<Kind, number | undefined> = {
    drafts,
    suspects: suspects?.data?.total,
    contradictions: contradictions?.data?.total,
    neglected: unused?.data?.total,
    harmful: harmful?.data?.total,
    shown: shown?.data?.total,
  };
  return { kind, counts, choose };
}

/** All that waits; null while a part of it is not known, because the sum would be wrong. */
function sumOf(counts: Record<Kind, number | undefined>): number | null {
  let sum = 0;
  for (const kind of ['drafts', ...WAITING] as const) {
    const count = counts[kind];
    if (count === undefined) return null;
    sum += count;
  }
  return sum;
}

/** Why it matters to decide the drafts: what is counted, and nothing where there is nothing to say. */
function Worth({ project }: { project: string | undefined }) {
  const { data: worth } = useQuery(waitingWorth(useClient(), project));
  if (!worth) return null;
  const { warnings, shown, days, oldestAt } = worth;
  const parts = [
    warnings > 0 && waiting.warnings(warnings),
    shown > 0 && waiting.shown(shown, days),
    oldestAt && (
      <>
        {waiting.oldest} <RelativeTime at={oldestAt} />
      </>
    ),
  ].filter(Boolean);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts stand for their places
    <span key={index}>
      {index > 0 && ' · '}
      {part}
    </span>
  ));
}

interface KindHeadProps {
  project: string | undefined;
  kinds: ReturnType<typeof useKinds>;
  /** The drafts decided since the screen was opened. */
  decided: number;
}

/** The keys that go through the list and undo; only those that do something now. */
function Keys() {
  const working = useWorkingKeys(TAUGHT);
  const { run } = useActionRunner();
  const { hint } = strings.shortcuts;
  return (
    <span className="flex shrink-0 items-center gap-4 text-ink-3 text-small max-lg:hidden">
      {'down' in working && (
        <span className="flex items-center gap-1">
          <Kbd keys="j" />
          <Kbd keys="k" /> {hint.move}
        </span>
      )}
      {'select' in working && (
        <span className="flex items-center gap-1 max-xl:hidden">
          <Kbd keys="x" /> {hint.select}
        </span>
      )}
      {'undoDecision' in working && (
        <Button tone="quiet" className="-mr-1.5 h-6 px-1.5 font-normal" onClick={() => run('undoDecision')}>
          <Kbd keys="u" /> {strings.actions.undo.toLowerCase()}
        </Button>
      )}
    </span>
  );
}

/** The title, the count of the shown kind, and the other kinds. */
export function KindHead({ project, kinds: { kind, counts, choose }, decided }: KindHeadProps) {
  // What agents were shown does not wait.
  const total = kind === 'shown' ? 0 : (counts[kind] ?? 0);
  const { data: known } = useQuery(settingsOptions(useClient()));
  const tellsDrafts = known?.['review.tellDrafts'] ?? true;
  const words = {
    drafts: { status: strings.rail.draftsTitle(total), text: review.text(tellsDrafts) },
    suspects: { status: suspectsWords.status(total), text: suspectsWords.text },
    contradictions: { status: contradictionsWords.status(total), text: contradictionsWords.text },
    neglected: {
      status: unusedWords.status(total),
      text: known ? unusedWords.text(known['review.unreadDays'], known['review.staleDays']) : '',
    },
    harmful: { status: harmfulWords.status(total), text: harmfulWords.text },
    shown: { status: '', text: '' },
  }[kind];
  const all = sumOf(counts);
  return (
    <header className="shrink-0 border-line border-b bg-surface px-4 py-2.5">
      {/* One line where there is room for most of it: its height would change with each kind. */}
      <div className="flex flex-wrap items-baseline gap-x-3 lg:flex-nowrap lg:whitespace-nowrap">
        <h1 className="font-semibold text-title">{today.title}</h1>
        {all !== null && all > total && (
          <p className="font-medium">
            <span className="font-semibold text-read tabular-nums">{count(all)}</span> {waiting.headline}
            {total > 0 && <span className="pl-3 font-normal text-ink-3">·</span>}
          </p>
        )}
        {total > 0 && (
          <p className="min-w-0 text-ink-2 lg:truncate" title={words.text}>
            <span role="status" className="text-ink">
              {words.status}
            </span>
            . {words.text}
          </p>
        )}
      </div>
      {/* Its height stays: what is counted arrives later, and the list must not move for it. */}
      <p className="mt-0.5 min-h-5 text-ink-2 text-small first-letter:uppercase">
        {kind === 'drafts' ? <Worth project={project} /> : waiting.why[kind]}
      </p>
      <div className="mt-1.5 -ml-2.5 flex items-center justify-between gap-4">
        <Segmented
          label={waiting.label}
          options={KINDS.map((value) => {
            const shown = waiting.kind(waiting.kinds[value], counts[value]);
            return { value, label: waiting.counted(value, shown, counts[value]), icon: shown };
          })}
          value={kind}
          onChange={choose}
          wraps
        />
        {(kind === 'shown' || total + decided > 0) && <Keys />}
      </div>
    </header>
  );
}
