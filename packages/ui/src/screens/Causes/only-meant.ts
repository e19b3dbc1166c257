import type { QueryClient } from '@tanstack/react-query';
import type { nodesLike } from '../../data/queries/causes.ts';
import { namedSo } from '../../groups/Causes/rows.ts';

/**
 * The node that typed words mean: the only one that is named so, else the only one that has them; none where there are several. It is
 * waited for, so that the answer does not depend on how fast somebody types.
 */
export async function onlyMeant(queries: QueryClient, wanted: ReturnType<typeof nodesLike>, typed: string) {
  const nodes = await queries.fetchQuery(wanted).catch(() => []);
  const named = namedSo(nodes, typed);
  const [only, ...others] = named.length > 0 ? named : nodes.filter(({ isNear }) => !isNear);
  return others.length === 0 ? only : undefined;
}
