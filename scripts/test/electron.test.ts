import { describe, expect, it } from 'vitest';
import { installedElectron, whyNoWindow } from '../electron.ts';

const here = { platform: 'linux' as const, env: { DISPLAY: ':0' }, uid: 1000 };

describe('npm start', () => {
  it('opens a window where there is a display and a person', () => {
    expect(whyNoWindow(here)).toBeNull();
    expect(whyNoWindow({ ...here, env: { WAYLAND_DISPLAY: 'wayland-0' } })).toBeNull();
    expect(whyNoWindow({ ...here, platform: 'darwin', env: {} })).toBeNull();
  });

  it('says why there can be none, before anything is fetched', () => {
    expect(whyNoWindow({ ...here, env: {} })).toContain('no display');
    expect(whyNoWindow({ ...here, uid: 0 })).toContain('root');
  });

  it('takes the binary that Electron’s own variable names', () => {
    expect(installedElectron({ ELECTRON_OVERRIDE_DIST_PATH: '/elsewhere' })).toMatch(/^.elsewhere.electron/);
  });
});
