import type { StoreHealth } from '@twicewise/contract';
import { BrokenStore } from '../groups/BrokenStore/BrokenStore.tsx';
import { useCommands } from '../state/commands.tsx';
import { strings } from '../strings.ts';
import { BackupList } from './BackupList.tsx';

/** Shown instead of a screen while the store cannot be read. */
export function Broken({ store }: { store: StoreHealth }) {
  const { run } = useCommands();
  const startEmpty = () => void run('store.startEmpty', {}, strings.done.startedEmpty);
  return <BrokenStore store={store} backups={<BackupList advise />} onStartEmpty={startEmpty} />;
}
