import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client, Project } from '@twicewise/contract';

/** More projects than a person would choose from by hand. */
const LIMIT = 500;

/** The project that a link names, by our id or its own; undefined when there is none, or when it is not in `projects`. */
export function projectMeant(projects: readonly Project[], reference: string | undefined): Project | undefined {
  return projects.find(({ id, nativeId }) => id === reference || (nativeId !== null && nativeId === reference));
}

/** Projects, most recently active first. */
export function projectList(client: Client) {
  return queryOptions({
    queryKey: ['project', 'list'],
    queryFn: async () => (await client.call('project.list', { limit: LIMIT })).items,
  });
}

/** What merging one project into another would move; null while the other is not chosen. Read once: see `changes.ts`. */
export function mergePreview(client: Client, pair: { from: string; into: string } | null) {
  return queryOptions({
    queryKey: ['preview', 'merge', pair],
    queryFn: pair ? () => client.call('project.previewMerge', pair) : skipToken,
    gcTime: 0,
  });
}
