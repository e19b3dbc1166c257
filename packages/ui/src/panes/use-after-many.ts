import { useQuery } from '@tanstack/react-query';
import { isRunning, type Job } from '@twicewise/contract';
import { useEffect, useState } from 'react';
import { useClient } from '../data/client.ts';
import { job as jobQuery } from '../data/queries/jobs.ts';
import type { Cursor } from '../lists/use-cursor.ts';
import { useLatest } from '../lists/use-steps.ts';

/** Of the rows that stay, the next one below, otherwise the nearest above. */
export function stayingRow<T extends { id: string }>(
  rows: readonly T[],
  index: number,
  leaves: (id: string) => boolean,
): T | undefined {
  const stays = ({ id }: T) => !leaves(id);
  return rows.slice(index + 1).find(stays) ?? rows.slice(0, Math.max(0, index)).findLast(stays);
}

interface ManyLeft<T> {
  list: { rows: readonly T[]; retry: () => unknown };
  cursor: Pick<Cursor<T>, 'index' | 'row' | 'set'>;
  /** The open record. */
  openId: string | undefined;
  /** Opens another one where the panes are side by side; undefined: none. */
  toRow: (id: string | undefined) => void;
  /** Whether the open record is being edited. */
  isEdited?: boolean;
}

/** Whether keys go into a field: what a person types there must not become keys of another record. */
const isTyping = () => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;

/** What a change took out of a list, and where it was then. */
interface Left {
  openId: string | undefined;
  /** The row that had the cursor. */
  rowId: string;
  /** The row that is opened instead. */
  next: string | undefined;
  link: string;
}

/** Calls `onEnd` when the job has ended that is waited for. */
function useJobEnd<Waited extends { jobId: string }>(onEnd: (waited: Waited, isDone: boolean) => void) {
  const [waited, setWaited] = useState<Waited | null>(null);
  const { data: job } = useQuery({ ...jobQuery(useClient(), waited?.jobId ?? ''), enabled: waited !== null });
  const latest = useLatest(onEnd);
  useEffect(() => {
    if (!waited || job?.id !== waited.jobId || isRunning(job)) return;
    setWaited(null);
    latest.current(waited, job.state === 'done');
  }, [waited, job, latest]);
  return setWaited;
}

/**
 * What is done after many rows have left the list by one change, or by the job that makes it: the open one was among them, the next
 * that stays is opened.
 */
export function useAfterMany<T extends { id: string }>({ list, cursor, openId, toRow, isEdited = false }: ManyLeft<T>) {
  const latest = useLatest({ openId, toRow, isEdited, rowId: cursor.row?.id, retry: list.retry, set: cursor.set });
  const move = async ({ openId: left, next, link }: Left) => {
    const isHere = () => window.location.hash === link;
    // Do nothing if the person has moved on.
    if (latest.current.openId !== left || !isHere()) return;
    if (next !== undefined) latest.current.set(next);
    // The rows are read again first; otherwise one that is gone would be opened.
    else await latest.current.retry();
    // A person who went elsewhere meanwhile stays there.
    if (isHere()) latest.current.toRow(next);
  };
  const waitFor = useJobEnd<Left & { jobId: string }>((left, isDone) => {
    const { isEdited, rowId } = latest.current;
    // The job took its time, in which the person may have begun something else.
    if (isEdited || isTyping() || (rowId !== undefined && rowId !== left.rowId)) return;
    // A job that was stopped may have left any of them.
    void move(isDone ? left : { ...left, next: undefined });
  });
  return async (leaves: (id: string) => boolean, job: Job | null = null): Promise<void> => {
    const { index, row } = cursor;
    if (!row || !leaves(row.id) || latest.current.openId !== openId) return;
    const next = stayingRow(list.rows, index, leaves)?.id;
    const left: Left = { openId, rowId: row.id, next, link: window.location.hash };
    if (job) waitFor({ ...left, jobId: job.id });
    else await move(left);
  };
}

/** See {@link useAfterMany}: called with the rows that a change has taken out of the list, or that a job takes out. */
export type AfterMany = ReturnType<typeof useAfterMany>;
