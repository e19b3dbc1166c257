import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createHostAccess, HostContext } from '../data/client.ts';
import { goLive } from '../data/live.ts';
import type { Transport } from '../data/transport.ts';
import { ActionsProvider } from './action-registry.tsx';
import { AppearanceProvider } from './appearance.tsx';
import { BundlesProvider } from './bundles.tsx';
import { CommandsProvider } from './commands.tsx';
import { CopyProvider } from './copying.tsx';
import { DraftsProvider } from './drafts.tsx';

// An answer is drawn in the turn in which it comes, not after a timer, which browsers hold back when there are many.
notifyManager.setScheduler(queueMicrotask);

function createQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Events say when something is stale; time does not. And the host is on this machine, online or not.
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        // An answer that is a failure stays one; when the host comes back, everything is asked for again.
        retry: false,
      },
    },
  });
}

/** Everything the screens stand on: the host, its answers, commands, keys, and edits that are not saved. */
export function Providers({ transport, children }: { transport: Transport; children: ReactNode }) {
  const [host] = useState(() => createHostAccess(transport));
  const [queries] = useState(createQueries);
  useEffect(() => goLive(transport, queries), [transport, queries]);
  return (
    <HostContext value={host}>
      <QueryClientProvider client={queries}>
        <AppearanceProvider>
          <CommandsProvider>
            <ActionsProvider>
              <CopyProvider>
                <DraftsProvider>
                  <BundlesProvider>{children}</BundlesProvider>
                </DraftsProvider>
              </CopyProvider>
            </ActionsProvider>
          </CommandsProvider>
        </AppearanceProvider>
      </QueryClientProvider>
    </HostContext>
  );
}
