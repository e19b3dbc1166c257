import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { useConnection } from '../data/client.ts';
import type { Transport } from '../data/transport.ts';
import { Gate } from '../groups/Gate/Gate.tsx';
import { strings } from '../strings.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './routes.tsx';
import '../design/index.css';

function Entrance() {
  const [router] = useState(createAppRouter);
  const connection = useConnection();
  if (connection === 'locked' || connection === 'refused') return <Gate {...strings.connection[connection]} />;
  return <RouterProvider router={router} />;
}

/** The whole interface, over whichever way there is to the host. */
export function App({ transport }: { transport: Transport }) {
  return (
    <Providers transport={transport}>
      <Entrance />
    </Providers>
  );
}
