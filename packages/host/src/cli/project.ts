import type { Client } from '@twicewise/contract';
import { resolveFolder } from '@twicewise/memory/host-side';
import { UsageError } from './usage.ts';

/** What commands need of a project. */
export interface NamedProject {
  id: string;
  name: string;
}

/** The project of the working folder; null when it does not belong to one yet. */
export async function projectHere(client: Client): Promise<NamedProject | null> {
  const { key } = await resolveFolder(process.cwd());
  if (key === null) return null;
  for (let cursor: string | undefined; ; ) {
    const page = await client.call('project.list', { limit: 500, ...(cursor === undefined ? {} : { cursor }) });
    const found = page.items.find(({ gitCommonDir, root }) => gitCommonDir === key || root === key);
    if (found || page.nextCursor === null) return found ?? null;
    cursor = page.nextCursor;
  }
}

/** Looks up the named project; "." is the project of the working folder. */
export async function projectOf(client: Client, named: string): Promise<NamedProject> {
  if (named !== '.') return (await client.call('project.get', { id: named })).project;
  const here = await projectHere(client);
  if (here === null) throw new UsageError('The working folder is no project here yet; name one.');
  return here;
}
