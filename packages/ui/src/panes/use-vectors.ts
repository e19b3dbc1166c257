import { useQuery } from '@tanstack/react-query';
import { useClient } from '../data/client.ts';
import { hostStatus, whileFilling } from '../data/queries/host.ts';

/** The state of search by meaning; undefined until it is known. While vectors are computed, their number is read more often. */
export function useVectors() {
  const client = useClient();
  const vectors = useQuery(hostStatus(client)).data?.vectors;
  useQuery(whileFilling(client, vectors));
  return vectors;
}
