import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemsOf } from '../npm/empty-machine.ts';
import { say, type Verdict } from '../verdicts.ts';
import { emptyProject, endHost, must, type Project } from './projects.ts';
import { COMPILERS, compileOurs, installCompiler, writeConfig } from './types.ts';
import { foundNone, verdict } from './verdict.ts';

// The tools of the memory in agents of other libraries. These are too large for everyone who works on this project to install
// (docs/adr/0054-frameworks-outside-the-lock-file.md), so here they are installed in projects of their own.

const root = join(import.meta.dirname, '../../..');
const RUNS = join(import.meta.dirname, 'frameworks/scripted-runs.ts');

/** A library for agents. */
interface Framework {
  /** Name of our part for it, and of its program. */
  part: string;
  /** Our function. */
  adapter: string;
  /** What a project installs: the newest that we know. */
  newest: readonly string[];
  /** The same at the oldest version that we say is enough. */
  oldest: readonly string[];
}

const FRAMEWORKS: readonly Framework[] = [
  {
    part: 'openai-agents',
    adapter: 'openAiAgentsTools',
    newest: ['@openai/agents@0.20.0'],
    oldest: ['@openai/agents@0.3.0'],
  },
  {
    part: 'langchain',
    adapter: 'langChainTools',
    newest: ['langchain@1.5.14', '@langchain/core@1.4.0', '@langchain/openai@1.6.0'],
    oldest: [
      'langchain@1.0.1',
      '@langchain/core@1.0.1',
      '@langchain/openai@1.0.0',
      '@langchain/langgraph@1.0.0',
      '@langchain/langgraph-checkpoint@1.0.0',
    ],
  },
  { part: 'mastra', adapter: 'mastraTools', newest: ['@mastra/core@1.71.0'], oldest: ['@mastra/core@1.15.0'] },
];

const programOf = ({ part }: Framework) => readFileSync(join(import.meta.dirname, `frameworks/${part}.mjs`), 'utf8');

/** Runs a program against the scripted model; returns what is not as wanted. */
function runProblems({ machine, folder, write }: Project, name: string, text: string): string[] {
  write(name, text);
  return problemsOf(machine.run(process.execPath, RUNS, join(folder, name)), 'as wanted');
}

/** The source of our part, as a program outside could hold it. */
function sourceOf({ part }: Framework): string {
  const source = readFileSync(join(root, `packages/agent/src/${part}.ts`), 'utf8');
  return source.replace(/'\.\/memory(?:-tools)?\.ts'/g, "'@twicewise/agent'");
}

/** Compiles only if one of the tools is of no type. */
const wrongOf = ({ part, adapter }: Framework) => `import { ${adapter} } from '@twicewise/agent/${part}';
import { connect } from '@twicewise/client';
export const [none]: number[] = Object.values(${adapter}(await connect({ name: 'my-agent' })));
`;

function typeVerdicts(framework: Framework, project: Project): Verdict[] {
  const { part } = framework;
  project.write('program.ts', programOf(framework));
  project.write('source.ts', sourceOf(framework));
  project.write('wrong.ts', wrongOf(framework));
  writeConfig(project);
  installCompiler(project, COMPILERS[0]);
  const found = compileOurs(project);
  const isMeant = (line: string) => line.startsWith('wrong.ts');
  const problems = found.filter((line) => !isMeant(line));
  return [
    verdict(`${part}: its own types take our source, our types and the program`, problems, 'clean'),
    verdict(`negative control: ${part}: tools are no numbers`, foundNone(found.filter(isMeant)), 'found'),
  ];
}

/** What holds of the tools in the agents of each library, at the newest and the oldest version. */
export function frameworkVerdicts(tarballs: readonly string[], prefix: string, folder: string): Verdict[] {
  return FRAMEWORKS.flatMap((framework) => {
    const { part, newest, oldest } = framework;
    const install = (name: string, packages: readonly string[]) => {
      say(packages.join(' '));
      const project = emptyProject(join(folder, name), process.execPath, prefix);
      must(project.run('npm', 'install', '--no-audit', '--no-fund', ...tarballs, ...packages));
      return project;
    };
    const program = programOf(framework);
    const project = install(part, newest);
    const problems = runProblems(project, 'program.mjs', program);
    const elsewhere = runProblems(project, 'elsewhere.mjs', program.replace("'shop'", "'bank'"));
    endHost(project);
    const old = install(`${part} oldest`, oldest);
    const oldProblems = runProblems(old, 'program.mjs', program);
    endHost(old);
    return [
      verdict(`${newest[0]}: an agent stores, and is told in its next run`, problems, 'as wanted'),
      verdict(`${oldest[0]}: the same`, oldProblems, 'as wanted'),
      verdict(`negative control: ${part}: tools for another project`, foundNone(elsewhere), 'found'),
      ...typeVerdicts(framework, project),
    ];
  });
}
