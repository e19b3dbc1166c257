import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useClient } from '../data/client.ts';
import { clientList } from '../data/queries/clients.ts';
import { SampleMark } from '../groups/Rail/SampleMark.tsx';
import { useSample } from '../state/upkeep.ts';

/** The sample that is loaded, and the way on from it as long as no program is connected, which nothing else would tell. */
export function LoadedSample() {
  const { remove } = useSample();
  const navigate = useNavigate();
  const { data: programs } = useQuery(clientList(useClient()));
  // While the programs are being read, nothing is said about them.
  const hasNone = programs?.every(({ state }) => state !== 'connected') ?? false;
  const connect = () => void navigate({ to: '/data', search: { part: 'agents' } });
  return <SampleMark onRemove={remove} onConnect={hasNone ? connect : null} />;
}
