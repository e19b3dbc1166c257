import type { StoreHealth } from '@twicewise/contract';
import type { ReactNode } from 'react';
import { Confirm } from '../../elements/Confirm/Confirm.tsx';
import { CopyId } from '../../elements/CopyId/CopyId.tsx';
import { Page } from '../../elements/Page/Page.tsx';
import { strings } from '../../strings.ts';

interface BrokenStoreProps {
  store: StoreHealth;
  /** The backups to choose from, when restoring one would help. */
  backups: ReactNode;
  onStartEmpty: () => void;
}

/** Shown instead of a screen while the memory cannot be read: what is wrong, and what can be done. */
export function BrokenStore({ store, backups, onStartEmpty }: BrokenStoreProps) {
  const damaged = store.state === 'damaged';
  // A backup does not help with a file of another program or of a newer version.
  const restorable = damaged || store.state === 'migration_failed';
  return (
    <Page>
      <div role="alert">
        <h1 className="border-failure border-l-2 pl-3 font-semibold text-title">{strings.store.title[store.state]}</h1>
        <p className="mt-3 max-w-[64ch] text-read">{store.message}</p>
        <p className="mt-1 max-w-[64ch] text-ink-2 text-read">{store.hint}</p>
        {store.setAside && (
          <div className="mt-4">
            <p className="mb-1 text-ink-2">{strings.store.setAside}</p>
            <CopyId block value={store.setAside} />
          </div>
        )}
        {restorable && (
          <>
            <h2 className="mt-8 mb-2 font-medium">{strings.store.backups}</h2>
            {backups}
          </>
        )}
        {damaged && (
          <div className="mt-8 border-line border-t pt-4">
            <Confirm
              align="start"
              label={strings.store.startEmpty}
              question={strings.store.startEmptySure}
              onConfirm={onStartEmpty}
            />
          </div>
        )}
      </div>
    </Page>
  );
}
