import { verifies } from '@twicewise/testkit/verifies';
import { describe, expect, it } from 'vitest';
import { earlyHost, realHost } from '../check/hosts.ts';
import { killHosts } from '../check/kills.ts';
import { deafClients, largeAnswers } from '../check/load-answers.ts';
import { misbehave } from '../check/load-connections.ts';
import { flood } from '../check/load-flood.ts';
import { noise } from '../check/load-noise.ts';
import { failToMigrate, oddRows, spoilLock } from '../check/odd-memories.ts';
import { contendForFolder, looseOwners } from '../check/owners.ts';
import { restartUnderLoad } from '../check/restarts.ts';
import { retryLostAnswers } from '../check/retries.ts';

// The long checks in a short form: the same programs with small numbers, judged by counts and not by times.

const LONG = 120_000;
const never = Number.POSITIVE_INFINITY;

describe('what was acknowledged', () => {
  it('survives kill -9 at random moments, once each', { timeout: LONG }, async () => {
    verifies('T1', 'P1');
    const count = await killHosts({
      kills: 10,
      acknowledged: 300,
      lanes: 2,
      until: never,
      launch: realHost,
      retry: true,
    });
    expect(count.kills).toBeGreaterThanOrEqual(10);
    expect(count.acknowledged).toBeGreaterThanOrEqual(300);
    expect(count).toMatchObject({ lost: 0, doubled: 0, broken: [] });
  });

  it('is lost by a host that acknowledges before the commit, and the harness sees it', { timeout: LONG }, async () => {
    verifies('T2');
    const count = await killHosts({
      kills: 6,
      acknowledged: 0,
      lanes: 2,
      until: never,
      launch: earlyHost,
      retry: false,
    });
    expect(count.lost).toBeGreaterThan(0);
  });

  it('is one row however often the request is sent', { timeout: LONG }, async () => {
    verifies('T6');
    const count = await retryLostAnswers(60);
    expect(count.acknowledged).toBe(count.requests);
    expect(count).toMatchObject({ lost: 0, doubled: 0, broken: [] });
  });
});

describe('a memory', () => {
  it('that cannot be migrated says so at every start, and leaves its file and one copy', {
    timeout: LONG,
  }, async () => {
    verifies('T12');
    expect(await failToMigrate(3)).toEqual({ starts: 3, said: 3, traces: 0, changed: 0, copies: 1 });
  });

  it('that is sound passes, altered backups are passed over, and pages alone would let them pass', {
    timeout: LONG,
  }, async () => {
    const found = await oddRows(25, 3);
    expect(found).toMatchObject({ rows: 98, falseAlarms: 0, rounds: 3, right: 3, altered: 3, pagesPass: 3 });
  });
});

describe('hosts', () => {
  it('started at once under forced garbage collection have one owner, and reclaim the socket of a killed one', {
    timeout: LONG,
  }, async () => {
    verifies('T21');
    const count = await contendForFolder(4);
    expect(count).toEqual({ rounds: 4, single: 4, stale: 3, reclaimed: 3, stolen: 0 });
  });

  it('started at once on a folder whose lock file holds garbage have one owner', { timeout: LONG }, async () => {
    verifies('T21');
    const count = await contendForFolder(4, spoilLock);
    expect(count).toMatchObject({ rounds: 4, single: 4, stolen: 0 });
  });

  it('whose lock nobody keeps are several owners, and the harness sees it', { timeout: LONG }, async () => {
    verifies('T21');
    expect(await looseOwners()).toBeGreaterThan(1);
  });

  it('killed and replaced under load lose and double nothing, and no client hangs', { timeout: LONG }, async () => {
    verifies('T22');
    const count = await restartUnderLoad(6);
    expect(count).toMatchObject({ lost: 0, doubled: 0, hung: 0, failed: [], refused: 0 });
    expect(count.acknowledged).toBe(count.requests);
    expect(count.kills + count.handovers).toBe(6);
  });
});

describe('connections', () => {
  it('that flood are answered in full without growing the host', { timeout: LONG }, async () => {
    verifies('T17');
    const count = await flood(3000);
    expect(count).toMatchObject({ answered: 3000, errors: 0 });
    expect(count.grown).toBeLessThan(150 * 2 ** 20);
  });

  it('that ask for many large lessons at once are all answered, without growing the host', {
    timeout: LONG,
  }, async () => {
    verifies('T17');
    const count = await largeAnswers(3, 30);
    expect(count).toMatchObject({ asked: 192, failed: 0, otherFailed: 0, survived: true });
    expect(count.grown).toBeLessThan(150 * 2 ** 20);
  });

  it('that ask and do not read cost a bounded part of the memory', { timeout: LONG }, async () => {
    verifies('T17');
    for (const door of ['mcp', 'http'] as const) {
      const count = await deafClients(door, 10, 20, 1500);
      expect(count, door).toMatchObject({ otherFailed: 0, survived: true });
      expect(count.grown, door).toBeLessThan(300 * 2 ** 20);
    }
  });

  it('that send nothing but garbage are closed, those of many notifications kept', { timeout: LONG }, async () => {
    verifies('T17');
    expect(await noise('garbage', 5000)).toMatchObject({ closed: true, otherFailed: 0 });
    expect(await noise('notifications', 5000)).toMatchObject({ closed: false, otherFailed: 0 });
  });

  it('that never end their line are closed, idle ones stay, and others are served meanwhile', {
    timeout: LONG,
  }, async () => {
    verifies('T18');
    const count = await misbehave(100, 10, 2_000_000);
    expect(count).toMatchObject({ idle: 100, idleOpen: 100, partial: 10, closed: 10, served: true });
    expect(count.grown).toBeLessThan(150 * 2 ** 20);
  });
});
