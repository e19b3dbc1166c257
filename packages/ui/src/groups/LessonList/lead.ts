import type { Reflection } from '@twicewise/contract';

/** What a lead tells of: what failed, what worked, what to do next, or just what was noted. */
export type LeadKind = 'failed' | 'worked' | 'next' | 'note';

const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? '';

/** The one line that tells most about a lesson: of a success what worked, of anything else what failed. */
export function leadOf(lesson: Reflection): { kind: LeadKind; text: string } | null {
  const lines: Record<LeadKind, string | undefined> = {
    failed: lesson.whatDidNotWork[0],
    worked: lesson.whatWorked[0],
    next: lesson.nextStrategy,
    note: lesson.text,
  };
  const first: LeadKind[] = lesson.outcome === 'success' ? ['worked', 'next', 'failed'] : ['failed', 'next', 'worked'];
  for (const kind of [...first, 'note' as const]) {
    const text = firstLine(lines[kind] ?? '');
    if (text !== '') return { kind, text };
  }
  return null;
}
