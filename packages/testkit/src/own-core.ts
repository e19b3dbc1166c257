import { type Core, createCore } from '@twicewise/core';
import { storePaths } from '@twicewise/store';
import { tempFolder } from './temp-folder.ts';

/** A core in this process, on an empty database of its own, that checks what it answers. */
export interface OwnCore {
  dispatch: Core['dispatch'];
  close: () => Promise<void>;
}

/** Opens an {@link OwnCore}; `name` is part of the name of its folder. */
export function openOwnCore(name: string): OwnCore {
  const folder = tempFolder(name);
  const facts = {
    pid: process.pid,
    epoch: 'test',
    startedAt: new Date(0).toISOString(),
    dataFolder: folder.path,
    connections: [],
  };
  const core = createCore({ paths: storePaths(folder.path), hostFacts: () => facts, checkOutputs: true });
  return {
    dispatch: core.dispatch,
    async close() {
      await core.close();
      folder.remove();
    },
  };
}
