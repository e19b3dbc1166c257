import { mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempFolder } from '@twicewise/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { profileFolder } from '../src/main/profile-folder.ts';

let folder: ReturnType<typeof tempFolder>;
let temporary: string;
beforeEach(() => {
  folder = tempFolder('profile');
  temporary = join(folder.path, 'tmp');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
});
afterEach(() => {
  vi.unstubAllEnvs();
  folder.remove();
});

describe('the profile of the window', () => {
  it('lies beside the memory', () => {
    const data = join(folder.path, 'data');
    expect(profileFolder(data)).toBe(join(data, 'run/desktop'));
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('is refused with a folder that holds other files', () => {
    writeFileSync(join(folder.path, 'letter.txt'), 'mine');
    expect(() => profileFolder(folder.path)).toThrow(expect.objectContaining({ code: 'refused' }));
  });
});

describe.skipIf(process.platform === 'win32')('the profile of a data folder that cannot be written', () => {
  // Nobody can make a folder within a file, not even root.
  const readOnly = () => {
    const file = join(folder.path, 'file');
    writeFileSync(file, '');
    return join(file, 'data');
  };

  it('is the same at each start, for us alone, and another one for another data folder', () => {
    const [data, other] = [readOnly(), `${readOnly()}-2`];
    const first = profileFolder(data);
    expect(profileFolder(data)).toBe(first);
    expect(readdirSync(temporary)).toHaveLength(1);
    expect(statSync(first).mode & 0o077).toBe(0);
    expect(profileFolder(other)).not.toBe(first);
  });

  it('does not lie where a link leads', () => {
    const first = profileFolder(readOnly());
    const elsewhere = join(folder.path, 'elsewhere');
    mkdirSync(elsewhere);
    const [above = ''] = readdirSync(temporary);
    const link = join(temporary, above);
    rmSync(link, { recursive: true });
    symlinkSync(elsewhere, link);
    expect(() => profileFolder(readOnly())).toThrow(expect.objectContaining({ code: 'refused' }));
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(first).toContain(above);
  });
});
