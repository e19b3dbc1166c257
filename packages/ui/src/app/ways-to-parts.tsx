import { useNavigate } from '@tanstack/react-router';
import { readCauses } from '../data/causes-view.ts';
import type { DataPart } from '../data/data-view.ts';
import { readView } from '../data/lessons-view.ts';
import type { ScreenId } from '../data/screens.ts';
import { readSessions } from '../data/sessions-view.ts';
import { SETTINGS_PARTS, type SettingsPart } from '../data/settings-view.ts';
import { useAction } from '../state/action-registry.tsx';
import { focusMap } from '../state/focus-map.ts';

/** The action that goes to a part of Settings. */
function ToSettings({ part }: { part: SettingsPart }) {
  const navigate = useNavigate();
  useAction(`settings.${part}`, () => void navigate({ to: '/settings', search: { part } }));
  return null;
}

interface WaysToPartsProps {
  screen: ScreenId | null;
  project: string | undefined;
}

/** Actions that go to a part of a screen, from anywhere: a person looks for what it is, and need not know where it is. */
export function WaysToParts({ screen, project }: WaysToPartsProps) {
  const navigate = useNavigate();
  const toData = (part: DataPart) => void navigate({ to: '/data', search: { part } });
  useAction('connectAgent', () => toData('agents'));
  useAction('importFiles', () => toData('files'));
  useAction('importPastSessions', () => toData('transcripts'));
  useAction('askWhy', () => void navigate({ to: '/causes', search: readCauses({ project }) }));
  useAction('showMap', () => {
    void navigate({ to: '/causes', search: readCauses({ project, map: true }) }).then(focusMap);
  });
  useAction('connectThings', () => void navigate({ to: '/causes', search: readCauses({ project, ask: 'connect' }) }));
  const bin = { project, bin: true };
  // On their own screens the bins are opened and closed by one action with a key.
  useAction('binOfLessons', () => void navigate({ to: '/lessons', search: readView(bin) }), screen !== 'lessons');
  useAction(
    'binOfSessions',
    () => void navigate({ to: '/sessions', search: readSessions(bin) }),
    screen !== 'sessions',
  );
  return SETTINGS_PARTS.map((part) => <ToSettings key={part} part={part} />);
}
