import type { QueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { type Host, useConnection } from '../data/client.ts';
import { Gate } from '../groups/Gate/Gate.tsx';
import { strings } from '../strings.ts';
import { Providers } from './providers.tsx';
import type { AppRouter } from './routes.tsx';
import '../design/index.css';

function Entrance({ router }: { router: AppRouter }) {
  const connection = useConnection();
  if (connection === 'locked' || connection === 'refused') return <Gate {...strings.connection[connection]} />;
  return <RouterProvider router={router} />;
}

/** The whole interface, over any connection to the host. */
export function App({ host, queries, router }: { host: Host; queries: QueryClient; router: AppRouter }) {
  return (
    <Providers host={host} queries={queries}>
      <Entrance router={router} />
    </Providers>
  );
}
