import { useQuery } from '@tanstack/react-query';
import type { Operation } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { useClient } from '../data/client.ts';
import { lastWrite } from '../data/queries/writes.ts';
import { Button } from '../elements/Button/Button.tsx';
import { Message } from '../elements/Message/Message.tsx';
import { useCommands } from '../state/commands.tsx';
import { gone as words } from '../strings/gone.ts';
import { strings } from '../strings.ts';

const REMOVES_SAMPLE = 'import.removeSample';

/** Why a record is gone, by the last write that touched it; undefined where that does not say it. */
function reasonOf(last: Operation | null): string | undefined {
  if (last === null) return words.never;
  if (last.name === REMOVES_SAMPLE) return words.sample;
  if (last.name.endsWith('.purge')) return words.purged;
  return last.kind === 'undo' ? words.undone : undefined;
}

interface GoneRecordProps {
  id: string;
  title: string;
  children?: ReactNode;
}

/** What a link leads to when there is no such record: what became of it, and the way back where there is one. */
export function GoneRecord({ id, title, children }: GoneRecordProps) {
  const { undo } = useCommands();
  const { data: last } = useQuery(lastWrite(useClient(), id));
  const reason = last === undefined ? undefined : reasonOf(last);
  const removal = last?.name === REMOVES_SAMPLE ? last : null;
  const bringBack = () => removal && void undo({ target: { operationId: removal.id }, what: strings.sample.removed });
  return (
    <Message title={title} {...(reason === undefined ? {} : { text: reason })}>
      {removal && <Button onClick={bringBack}>{words.undo}</Button>}
      {children}
    </Message>
  );
}
