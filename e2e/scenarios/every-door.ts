import type { OperationName } from '@twicewise/contract';
import { agentsOffer, type Doors, type OpenDoor, openDoors } from '@twicewise/testkit';
import { afterAll, beforeAll, it } from 'vitest';

/** A requirement that must hold at every door. */
export interface Requirement {
  title: string;
  /** Operations that it needs; it does not run at doors without one of them. */
  needs: OperationName[];
  /** Tests it; names the rows that it proves with `verifies()`. */
  holds: (door: OpenDoor, name: string) => Promise<void>;
}

const NAMES = ['inproc', 'http', 'mcp', 'cli'] as const;

/** Runs each requirement over each door that offers its operations. `name` differs in each run, for projects and sessions. */
export function overEveryDoor(requirements: readonly Requirement[]): void {
  let doors: Doors;
  beforeAll(async () => {
    doors = await openDoors();
  });
  afterAll(async () => {
    await doors.close();
  });
  for (const { title, needs, holds } of requirements) {
    for (const name of NAMES) {
      if (name === 'mcp' && !needs.every(agentsOffer)) continue;
      it(`[${name}] ${title}`, async () => {
        const door = doors.all.find((candidate) => candidate.name === name);
        if (!door) throw new Error(`the door ${name} is not open`);
        await holds(door, `${title} ${name}`);
      });
    }
  }
}
