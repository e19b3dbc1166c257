import type { OperationName } from '@twicewise/contract';
import { agentsOffer, type Doors, type OpenDoor, openDoors } from '@twicewise/testkit';
import { afterAll, beforeAll, it } from 'vitest';

/** A requirement that must hold whichever way it is asked. */
export interface Requirement {
  title: string;
  /** Operations it needs; a door that does not offer one is left out. */
  needs: OperationName[];
  /** Asserts it; names the rows it proves with `verifies()`. */
  holds: (door: OpenDoor, name: string) => Promise<void>;
}

const NAMES = ['inproc', 'http', 'mcp', 'cli'] as const;

/** Runs each requirement over each door that can carry it. `name` is fresh per run, for projects and sessions. */
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
