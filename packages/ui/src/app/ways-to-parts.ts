import { useNavigate } from '@tanstack/react-router';
import { readCauses } from '../data/causes-view.ts';
import type { DataPart } from '../data/data-view.ts';
import { readView } from '../data/lessons-view.ts';
import type { ScreenId } from '../data/screens.ts';
import { readSessions } from '../data/sessions-view.ts';
import type { SettingsPart } from '../data/settings-view.ts';
import { useAction } from '../state/action-registry.tsx';

/** Actions that go to a part of a screen, from anywhere: a person looks for what it is, and need not know where it is. */
export function useWaysToParts(screen: ScreenId | null, project: string | undefined): void {
  const navigate = useNavigate();
  const toData = (part: DataPart) => void navigate({ to: '/data', search: { part } });
  useAction('connectAgent', () => toData('agents'));
  useAction('importFiles', () => toData('files'));
  useAction('connectThings', () => void navigate({ to: '/causes', search: readCauses({ project, ask: 'connect' }) }));
  const toSettings = (part: SettingsPart) => void navigate({ to: '/settings', search: { part } });
  useAction('settingsAppearance', () => toSettings('appearance'));
  useAction('settingsReview', () => toSettings('review'));
  useAction('settingsAutomatic', () => toSettings('remind'));
  useAction('settingsLimits', () => toSettings('limits'));
  useAction('settingsAttempts', () => toSettings('attempts'));
  useAction('settingsTurns', () => toSettings('turns'));
  useAction('settingsMeaning', () => toSettings('meaning'));
  const bin = { project, bin: true };
  // On their own screens the bins are opened and closed by one action with a key.
  useAction('binOfLessons', () => void navigate({ to: '/lessons', search: readView(bin) }), screen !== 'lessons');
  useAction(
    'binOfSessions',
    () => void navigate({ to: '/sessions', search: readSessions(bin) }),
    screen !== 'sessions',
  );
}
