import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Host, HostContext } from '../data/client.ts';
import { ActionsProvider } from '../state/action-registry.tsx';
import { AppearanceProvider } from '../state/appearance.tsx';
import { BundlesProvider } from '../state/bundles.tsx';
import { CommandsProvider } from '../state/commands.tsx';
import { CopyProvider } from '../state/copying.tsx';
import { DraftsProvider } from '../state/drafts.tsx';
import { ReadingProvider } from '../state/reading.tsx';

/** Provides what the screens need: the host, cached answers, commands, keys, and unsaved edits. */
export function Providers({ host, queries, children }: { host: Host; queries: QueryClient; children: ReactNode }) {
  return (
    <HostContext value={host}>
      <QueryClientProvider client={queries}>
        <AppearanceProvider>
          <CommandsProvider>
            <ActionsProvider>
              <CopyProvider>
                <DraftsProvider>
                  <BundlesProvider>
                    <ReadingProvider>{children}</ReadingProvider>
                  </BundlesProvider>
                </DraftsProvider>
              </CopyProvider>
            </ActionsProvider>
          </CommandsProvider>
        </AppearanceProvider>
      </QueryClientProvider>
    </HostContext>
  );
}
