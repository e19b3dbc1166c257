import { useQuery } from '@tanstack/react-query';
import { type InputOf, type Project, type RangedSetting, SETTING_RANGES, type Settings } from '@twicewise/contract';
import { useRef } from 'react';
import { useClient } from '../../data/client.ts';
import { projectsApart } from '../../data/project-label.ts';
import { settingsOptions as settingsQuery } from '../../data/queries/host.ts';
import { projectList } from '../../data/queries/projects.ts';
import { goalsOf } from '../../data/queries/sessions.ts';
import { QueryFailure } from '../../groups/QueryFailure/QueryFailure.tsx';
import { AddAgent, AddProject } from '../../groups/Settings/AddName.tsx';
import { NameList } from '../../groups/Settings/NameList.tsx';
import { NumberSetting } from '../../groups/Settings/NumberSetting.tsx';
import { Switch } from '../../groups/Settings/Switch.tsx';
import { useCommands } from '../../state/commands.tsx';
import { settings as settingsWords } from '../../strings/settings.ts';

const { review, automatic, limits, attempts, turns } = settingsWords;

type Changes = InputOf<'settings.set'>['changes'];
/** Makes changes, given directly or as a function of the stored settings, and says `done`. Resolves to true when they were made. */
type Change = (changes: Changes | ((now: Settings) => Changes), done?: string) => Promise<boolean>;
interface PaneProps {
  settings: Settings;
  projects: readonly Project[];
  change: Change;
}
type ProjectsKey = 'review.draftProjects' | 'remind.offProjects' | 'capture.offProjects';
type ListKey = ProjectsKey | 'review.draftAgents' | 'capture.offSessions';

/** The two ways to change the list of a setting, each of which says what it added or removed, by the name that `nameOf` knows. */
function waysToChange(change: Change, key: ListKey, nameOf: (value: string) => string) {
  const make = (added: boolean) => (value: string) => {
    const changes = (now: Settings): Changes => {
      const others = now[key].filter((other) => other !== value);
      return { [key]: added ? [...others, value] : others };
    };
    void change(changes, settingsWords.savedName(key, nameOf(value), added));
  };
  return { onAdd: make(true), onRemove: make(false) };
}

interface ProjectsProps extends PaneProps {
  label: string;
  name: ProjectsKey;
}

/** The projects to which a setting applies. A project that was merged or no longer exists is shown by its id. */
function Projects({ label, name, settings, projects, change }: ProjectsProps) {
  const chosen = settings[name];
  const known = projectsApart(projects);
  const nameOf = (value: string) => known.find(({ id }) => id === value)?.name ?? value;
  const { onAdd, onRemove } = waysToChange(change, name, nameOf);
  return (
    <NameList label={label} items={chosen.map((value) => ({ value, name: nameOf(value) }))} onRemove={onRemove}>
      <AddProject label={label} projects={known} chosen={chosen} onAdd={onAdd} />
    </NameList>
  );
}

function Review(props: PaneProps) {
  const { settings, change } = props;
  const all = settings['review.agentWritesAreDrafts'];
  const told = settings['review.tellDrafts'];
  const { onAdd, onRemove } = waysToChange(change, 'review.draftAgents', (agent) => agent);
  return (
    <>
      <Switch label={review.told} on={told} onChange={(on) => change({ 'review.tellDrafts': on })} />
      <p className="pb-2 text-ink-2">{review.shownText(told)}</p>
      <p className="border-line border-t py-2 text-ink-2">{review.begin}</p>
      <Switch label={review.all} on={all} onChange={(on) => change({ 'review.agentWritesAreDrafts': on })} />
      {!all && (
        <>
          <Projects label={review.projects} name="review.draftProjects" {...props} />
          <NameList
            label={review.agents}
            items={settings['review.draftAgents'].map((value) => ({ value, name: value }))}
            onRemove={onRemove}
          >
            <AddAgent onAdd={onAdd} />
          </NameList>
        </>
      )}
    </>
  );
}

const BUDGETS = ['remind.sessionTokens', 'remind.promptTokens', 'remind.failureTokens'] as const;
const LIMITS = ['window.session', 'window.project', 'backup.everyMinutes'] as const;
const OF_ATTEMPTS = ['attempts.outputBytes', 'reward.tests', 'reward.types', 'reward.lint'] as const;
const OF_TURNS = ['turns.keepNewest', 'turns.keepDays'] as const;

/** A number setting, with its range from the contract. */
function NumberOf({ name, label, settings, change }: PaneProps & { name: RangedSetting; label: string }) {
  const [least, most] = SETTING_RANGES[name];
  return (
    <NumberSetting
      label={label}
      value={settings[name]}
      least={least}
      most={most}
      onSave={(value) => change({ [name]: value }, settingsWords.savedNumber(label, value))}
    />
  );
}

function Automatic(props: PaneProps) {
  const { settings, change } = props;
  return (
    <>
      <Switch
        label={automatic.enabled}
        on={settings['remind.enabled']}
        onChange={(on) => change({ 'remind.enabled': on })}
      />
      {settings['remind.enabled'] && (
        <>
          <Projects label={automatic.off} name="remind.offProjects" {...props} />
          <Switch
            label={automatic.toStore}
            on={settings['remind.toStore']}
            onChange={(on) => change({ 'remind.toStore': on })}
          />
          <p className="border-line border-t pt-2 pb-1 text-ink-2">{automatic.budgets}</p>
          {BUDGETS.map((name) => (
            <NumberOf key={name} name={name} label={automatic[name]} {...props} />
          ))}
        </>
      )}
      <Capture {...props} />
    </>
  );
}

/**
 * Whether sessions are captured, and which projects and sessions are excluded. A session is added to the excluded ones from
 * within it; here it can only be removed.
 */
function Capture(props: PaneProps) {
  const { settings, change } = props;
  const sessions = settings['capture.offSessions'];
  const on = settings['capture.enabled'];
  return (
    <div className="mt-2">
      <Switch label={automatic.capture} on={on} onChange={(now) => change({ 'capture.enabled': now })} />
      {on && <Projects label={automatic.captureOff} name="capture.offProjects" {...props} />}
      {on && sessions.length > 0 && <PausedSessions {...props} />}
    </div>
  );
}

/** Sessions that are not captured, named by their task where that is known. */
function PausedSessions({ settings, change }: PaneProps) {
  const sessions = settings['capture.offSessions'];
  const { data: goals } = useQuery(goalsOf(useClient(), sessions));
  const said = sessions.map((id) => goals?.get(id));
  // Sessions with the same task are distinguished by their ids.
  const nameOf = (id: string) => {
    const goal = goals?.get(id);
    if (!goal) return id;
    return said.filter((other) => other === goal).length > 1 ? `${goal} · ${id}` : goal;
  };
  return (
    <NameList
      label={automatic.captureOffSessions}
      items={sessions.map((value) => ({ value, name: nameOf(value) }))}
      onRemove={waysToChange(change, 'capture.offSessions', nameOf).onRemove}
    />
  );
}

function Limits(props: PaneProps) {
  return LIMITS.map((name) => <NumberOf key={name} name={name} label={limits[name]} {...props} />);
}

function Attempts(props: PaneProps) {
  return OF_ATTEMPTS.map((name) => <NumberOf key={name} name={name} label={attempts[name]} {...props} />);
}

function Turns(props: PaneProps) {
  return OF_TURNS.map((name) => <NumberOf key={name} name={name} label={turns[name]} {...props} />);
}

const PANES = { review: Review, automatic: Automatic, limits: Limits, attempts: Attempts, turns: Turns };

/**
 * Makes one change after the other. A new list is computed when its turn comes, not from what the screen shows: otherwise, of two
 * names removed in quick succession, the second change would bring back the first.
 */
function useChange(): Change {
  const client = useClient();
  const { run, say } = useCommands();
  const set = async (changes: Changes, done = settingsWords.saved(changes)) =>
    (await run('settings.set', { changes }, done)).ok;
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return (changes, done) => {
    const made = last.current.then(async () => {
      if (typeof changes !== 'function') return set(changes, done);
      const answer = await client.envelope('settings.get', {});
      if (!answer.ok) say(settingsWords.failed);
      return answer.ok && set(changes(answer.value.settings), done);
    });
    last.current = made.catch(() => false);
    return made;
  };
}

/** A part of the settings; each change is made at once and can be undone. */
export function SettingsPane({ of }: { of: keyof typeof PANES }) {
  const client = useClient();
  const query = useQuery(settingsQuery(client));
  const { data: projects = [] } = useQuery(projectList(client));
  const change = useChange();
  if (!query.data) return query.error ? <QueryFailure title={settingsWords.failed} query={query} /> : null;
  const Pane = PANES[of];
  return <Pane settings={query.data} projects={projects} change={change} />;
}
