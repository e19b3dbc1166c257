import { useQuery } from '@tanstack/react-query';
import { type InputOf, type Project, type RangedSetting, SETTING_RANGES, type Settings } from '@twicewise/contract';
import { useClient } from '../../data/client.ts';
import { placesOf } from '../../data/project-label.ts';
import { settings as settingsQuery } from '../../data/queries/host.ts';
import { projectList } from '../../data/queries/projects.ts';
import { goalsOf } from '../../data/queries/sessions.ts';
import { AddAgent, AddProject } from '../../groups/Settings/AddName.tsx';
import { NameList } from '../../groups/Settings/NameList.tsx';
import { NumberSetting } from '../../groups/Settings/NumberSetting.tsx';
import { Switch } from '../../groups/Settings/Switch.tsx';
import { useCommands } from '../../state/commands.tsx';
import { strings } from '../../strings.ts';
import { QueryFailure } from '../QueryFailure.tsx';

const { review, remind, limits } = strings.settings;

type Changes = InputOf<'settings.set'>['changes'];
interface PaneProps {
  settings: Settings;
  projects: readonly Project[];
  /** Answers whether it was done. */
  change: (changes: Changes) => Promise<boolean>;
}
type ProjectsKey = 'review.draftProjects' | 'remind.offProjects' | 'capture.offProjects';
type ListKey = ProjectsKey | 'review.draftAgents' | 'capture.offSessions';

function without(settings: Settings, key: ListKey, value: string): Changes {
  return { [key]: settings[key].filter((other) => other !== value) };
}

function withAdded(settings: Settings, key: ListKey, value: string): Changes {
  return { [key]: [...settings[key].filter((other) => other !== value), value] };
}

interface ProjectsProps extends PaneProps {
  label: string;
  name: ProjectsKey;
}

/** Projects for which something holds. One that was merged away or is not there any more stands with its id. */
function Projects({ label, name, settings, projects, change }: ProjectsProps) {
  const chosen = settings[name];
  const places = placesOf(projects);
  const known = projects.map(({ id, name: own }) => ({ id, name: [own, places.get(id)].filter(Boolean).join(' · ') }));
  const items = chosen.map((value) => ({ value, name: known.find(({ id }) => id === value)?.name ?? value }));
  return (
    <NameList label={label} items={items} onRemove={(value) => void change(without(settings, name, value))}>
      <AddProject
        label={label}
        projects={known}
        chosen={chosen}
        onAdd={(value) => void change(withAdded(settings, name, value))}
      />
    </NameList>
  );
}

function Review(props: PaneProps) {
  const { settings, change } = props;
  const all = settings['review.agentWritesAreDrafts'];
  const told = settings['review.tellDrafts'];
  return (
    <>
      <Switch label={review.told} on={told} onChange={(on) => change({ 'review.tellDrafts': on })} />
      <p className="pb-2 text-ink-2">{review.toldText(told)}</p>
      <p className="border-line border-t py-2 text-ink-2">{review.begin}</p>
      <Switch label={review.all} on={all} onChange={(on) => change({ 'review.agentWritesAreDrafts': on })} />
      {!all && (
        <>
          <Projects label={review.projects} name="review.draftProjects" {...props} />
          <NameList
            label={review.agents}
            items={settings['review.draftAgents'].map((value) => ({ value, name: value }))}
            onRemove={(value) => void change(without(settings, 'review.draftAgents', value))}
          >
            <AddAgent onAdd={(value) => void change(withAdded(settings, 'review.draftAgents', value))} />
          </NameList>
        </>
      )}
    </>
  );
}

const BUDGETS = ['remind.sessionTokens', 'remind.promptTokens', 'remind.failureTokens'] as const;
const LIMITS = ['window.session', 'window.project', 'backup.everyMinutes'] as const;

/** A number, with the range that the contract gives it. */
function NumberOf({ name, label, settings, change }: PaneProps & { name: RangedSetting; label: string }) {
  const [least, most] = SETTING_RANGES[name];
  return (
    <NumberSetting
      label={label}
      value={settings[name]}
      least={least}
      most={most}
      onSave={(value) => void change({ [name]: value })}
    />
  );
}

function Remind(props: PaneProps) {
  const { settings, change } = props;
  return (
    <>
      <Switch
        label={remind.enabled}
        on={settings['remind.enabled']}
        onChange={(on) => change({ 'remind.enabled': on })}
      />
      {settings['remind.enabled'] && (
        <>
          <Projects label={remind.off} name="remind.offProjects" {...props} />
          <Switch
            label={remind.toStore}
            on={settings['remind.toStore']}
            onChange={(on) => change({ 'remind.toStore': on })}
          />
          {BUDGETS.map((name) => (
            <NumberOf key={name} name={name} label={remind[name]} {...props} />
          ))}
        </>
      )}
      <Capture {...props} />
    </>
  );
}

/** Whether sessions are written down by themselves, and which are not. A session is left out where its person says so. */
function Capture(props: PaneProps) {
  const { settings, change } = props;
  const sessions = settings['capture.offSessions'];
  const on = settings['capture.enabled'];
  return (
    <div className="mt-2">
      <Switch label={remind.capture} on={on} onChange={(now) => change({ 'capture.enabled': now })} />
      {on && <Projects label={remind.captureOff} name="capture.offProjects" {...props} />}
      {on && sessions.length > 0 && <PausedSessions {...props} />}
    </div>
  );
}

/** Sessions that are not written down, by what they are about where that is known. */
function PausedSessions({ settings, change }: PaneProps) {
  const sessions = settings['capture.offSessions'];
  const { data: goals } = useQuery(goalsOf(useClient(), sessions));
  return (
    <NameList
      label={remind.captureOffSessions}
      items={sessions.map((value) => ({ value, name: goals?.get(value) ?? value }))}
      onRemove={(value) => void change(without(settings, 'capture.offSessions', value))}
    />
  );
}

function Limits(props: PaneProps) {
  return LIMITS.map((name) => <NumberOf key={name} name={name} label={limits[name]} {...props} />);
}

const PANES = { review: Review, remind: Remind, limits: Limits };

/** Some of the settings: each change is made at once and can be undone. */
export function SettingsPane({ of }: { of: keyof typeof PANES }) {
  const client = useClient();
  const { run } = useCommands();
  const query = useQuery(settingsQuery(client));
  const { data: projects = [] } = useQuery(projectList(client));
  if (!query.data) return query.error ? <QueryFailure title={strings.settings.failed} query={query} /> : null;
  const Pane = PANES[of];
  return (
    <Pane
      settings={query.data}
      projects={projects}
      change={async (changes) => (await run('settings.set', { changes }, strings.settings.saved)).ok}
    />
  );
}
