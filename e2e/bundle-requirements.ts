import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ended } from './ended-job.ts';
import type { Requirement } from './scenarios/every-door.ts';

// Requirements of bundles, run over every door. Agents have no tools for them.

/** Requirements of bundles. */
export const bundles: readonly Requirement[] = [
  {
    title: 'a project goes into a bundle, out of the memory, and comes back from it',
    needs: ['bundle.previewExport', 'bundle.export', 'bundle.preview', 'bundle.import', 'operation.undo'],
    async holds(door, name) {
      const folder = mkdtempSync(join(tmpdir(), 'tw-bundle-'));
      const lesson = { projectId: `${name} project`, taskDescription: 'Parse CSV file', outcome: 'failure' as const };
      const stored = await door.client.call('reflection.store', lesson);
      const path = join(folder, 'project.twicewise');
      const selection = { projects: [lesson.projectId] };
      const { digest } = await door.client.call('bundle.previewExport', { selection });
      const { job } = await door.client.call('bundle.export', { selection, path, digest });
      expect(await ended(door, job.id)).toMatchObject({ state: 'done', error: null });
      await door.client.call('operation.undo', { operationId: stored.operationId });
      const preview = await door.client.call('bundle.preview', { path });
      expect(preview.kinds.map((kind) => [kind.kind, kind.new])).toEqual([
        ['project', 1],
        ['reflection', 1],
      ]);
      const started = await door.client.call('bundle.import', { path, digest: preview.digest });
      expect(await ended(door, started.job.id)).toMatchObject({ state: 'done', result: { written: 2 } });
      const { reflection } = await door.client.call('reflection.get', { id: stored.reflection.id });
      expect(reflection.taskDescription).toBe('Parse CSV file');
      rmSync(folder, { recursive: true, force: true });
    },
  },
];
