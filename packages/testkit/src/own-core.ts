import { type Core, createCore } from '@twicewise/core';
import { closeStore, connection, openStore, storePaths } from '@twicewise/store';
import { tempFolder } from './temp-folder.ts';

/** A core in this process, on an empty database of its own, that checks what it answers. */
export interface OwnCore {
  dispatch: Core['dispatch'];
  /** Changes the file behind its back, as damage does. */
  damage: (sql: string) => void;
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
  const paths = storePaths(folder.path);
  const core = createCore({ paths, hostFacts: () => facts, checkOutputs: true });
  return {
    dispatch: core.dispatch,
    damage(sql) {
      const opened = openStore(paths, 0);
      if (opened.state !== 'ready') throw new Error(opened.state);
      connection(opened.db).exec(sql);
      closeStore(opened.db);
    },
    async close() {
      await core.close();
      folder.remove();
    },
  };
}
