import type { QueryClient } from '@tanstack/react-query';
import type { nodesLike } from '../../data/queries/causes.ts';
import { type NodeFound, namedSo } from '../../groups/Causes/rows.ts';

type Wanted = ReturnType<typeof nodesLike>;

/** Waited for, so that what typed words mean does not depend on how fast somebody types. */
const answerTo = (queries: QueryClient, wanted: Wanted) => queries.fetchQuery(wanted).catch((): NodeFound[] => []);

const onlyOf = ([only, ...others]: readonly NodeFound[]) => (others.length === 0 ? only : undefined);

/** The node that typed words mean: the only one that is named so, else the only one that has them; none where there are several. */
export async function onlyMeant(queries: QueryClient, wanted: Wanted, typed: string) {
  const nodes = await answerTo(queries, wanted);
  const named = namedSo(nodes, typed);
  return onlyOf(named.length > 0 ? named : nodes.filter(({ isNear }) => !isNear));
}

/** The only node besides one that is named as typed. */
export async function onlyNamed(queries: QueryClient, wanted: Wanted, typed: string, besides: string) {
  const nodes = await answerTo(queries, wanted);
  return onlyOf(namedSo(nodes, typed).filter(({ id }) => id !== besides));
}
