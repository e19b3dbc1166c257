import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useClient } from '../data/client.ts';
import { hostStatus, isReadable } from '../data/queries/host.ts';
import { SCREENS, type ScreenId } from '../data/screens.ts';
import { Broken } from '../panes/Broken.tsx';

/** The open screen; while the memory that it shows cannot be read, what is wrong with it. */
export function ShownScreen({ screen }: { screen: ScreenId | null }) {
  const { data: status } = useQuery(hostStatus(useClient()));
  const isBlind = screen !== null && SCREENS[screen].showsMemory && status && !isReadable(status.store);
  return isBlind ? <Broken store={status.store} /> : <Outlet />;
}
