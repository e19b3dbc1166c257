import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CausalNode } from '@twicewise/contract';
import type { RefObject } from 'react';
import { useClient } from '../../data/client.ts';
import { nodesLike } from '../../data/queries/causes.ts';
import { FoundNodes } from '../../groups/Causes/Suggestions.tsx';

interface TypedNodesProps {
  text: string;
  project: string | undefined;
  /** True where no other node can be asked about. */
  onlyDecisions: boolean;
  listRef: RefObject<HTMLUListElement | null>;
  onChoose: (node: CausalNode) => void;
  /** Called when the arrow up leaves the first row. */
  onLeave: () => void;
}

/** The nodes that the words being typed may mean. */
export function TypedNodes({ text, project, onlyDecisions, ...list }: TypedNodesProps) {
  const wanted = nodesLike(useClient(), project, text.trim(), onlyDecisions ? ['decision'] : undefined);
  const { data } = useQuery({ ...wanted, placeholderData: keepPreviousData });
  return data && <FoundNodes nodes={data} {...list} />;
}
