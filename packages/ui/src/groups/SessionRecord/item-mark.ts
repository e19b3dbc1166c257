import {
  ArrowRight,
  Ban,
  Circle,
  FileText,
  Flag,
  FlaskConical,
  Forward,
  GitCommitHorizontal,
  Lightbulb,
  type LucideIcon,
  OctagonAlert,
  Search,
  Split,
  SquareTerminal,
} from 'lucide-react';
import type { TimelineItem } from '../../data/timeline.ts';
import { sessionRecord } from '../../strings/session-record.ts';

const EVENTS: Record<string, LucideIcon> = {
  tool_call: SquareTerminal,
  error: OctagonAlert,
  milestone: Flag,
  handoff: Forward,
  commit: GitCommitHorizontal,
  test: FlaskConical,
  artifact: FileText,
  root_cause: Search,
  finding: Lightbulb,
  blocker: Ban,
  next_step: ArrowRight,
};

/** The icon and word for an item. Unknown kinds share one icon and keep their word. */
export function markOf(item: TimelineItem): { Icon: LucideIcon; word: string; isError: boolean } {
  if (item.kind === 'decision') {
    const { decision } = sessionRecord.timeline;
    return { Icon: Split, word: item.type ? `${decision}, ${item.type}` : decision, isError: false };
  }
  const Icon = Object.hasOwn(EVENTS, item.type) ? (EVENTS[item.type] ?? Circle) : Circle;
  return { Icon, word: sessionRecord.timeline.event(item.type), isError: item.type === 'error' };
}

/** The element id of an item, to jump to. */
export function itemElementId(id: string): string {
  return `item-${id}`;
}
