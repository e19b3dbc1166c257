import { resolve } from 'node:path';
import {
  type BundleChoice,
  bundleChoice,
  bundleResult,
  type Client,
  counted,
  type InputOf,
  type Job,
  type OutputOf,
  PRODUCT,
  visible,
} from '@twicewise/contract';
import { agrees } from './ask.ts';
import { recordNamed, recordsNamed } from './bundle-words.ts';
import { follow, sayUndo } from './follow-job.ts';
import { UsageError } from './usage.ts';

/** Options for importing a bundle. */
export interface BundleOptions {
  data?: string | undefined;
  project?: string | undefined;
  conflicts?: string | undefined;
  drafts: boolean;
  preview: boolean;
  yes: boolean;
}

type Preview = OutputOf<'bundle.preview'>;

function describe({ product, kinds, projects, items, unknown }: Preview): string {
  const words = ['new', 'identical', 'changedHere', 'changedThere', 'conflicting'] as const;
  const names = { changedHere: 'changed here', changedThere: 'changed there' } as Record<string, string>;
  const lines = kinds.map((kind) => {
    const told = words.filter((word) => kind[word] > 0).map((word) => `${kind[word]} ${names[word] ?? word}`);
    return `${recordsNamed(kind.kind)}: ${told.join(', ')}`;
  });
  const strange = Object.entries(unknown).map(([name, count]) => `${visible(name)} (${count})`);
  return [
    `Made by ${visible(product)}.`,
    ...lines,
    ...projects.map(
      ({ name, into, because }) =>
        `Project ${JSON.stringify(name)}: ${into === null ? 'new' : `goes to ${into} (${because})`}`,
    ),
    ...items.map(
      ({ kind, id, title, standing, fields }) =>
        `${names[standing] ?? standing}: ${recordNamed(kind)} ${id} ${JSON.stringify(title.slice(0, 60))} (${fields.join(', ')})`,
    ),
    ...(strange.length > 0 ? [`Not known here: ${strange.join(', ')}.`] : []),
    '',
  ].join('\n');
}

function done(job: Job): string {
  const { written, left, undecided, redacted } = bundleResult.parse(job.result);
  const rest = [
    ...(undecided > 0 ? [`${undecided} left undecided (--conflicts mine, theirs or both decides)`] : []),
    ...(redacted > 0 ? [`${counted(redacted, 'secret', 'secrets')} taken out`] : []),
  ];
  return `${[`${counted(written, 'record', 'records')} written`, `${left} left as they were`, ...rest].join(', ')}.\n`;
}

function choiceOf(conflicts: string | undefined): { conflicting: BundleChoice } | Record<string, never> {
  if (conflicts === undefined) return {};
  const parsed = bundleChoice.safeParse(conflicts);
  if (!parsed.success) throw new UsageError(`--conflicts must be ${bundleChoice.options.join(', ')}.`);
  return { conflicting: parsed.data };
}

/** Maps every project of the bundle to the named one. */
async function mappingOf(client: Client, path: string, project: string | undefined): Promise<Record<string, string>> {
  if (project === undefined) return {};
  const { projects } = await client.call('bundle.preview', { path });
  return Object.fromEntries(projects.map(({ id }) => [id, project]));
}

/** `twicewise import FILE.twicewise` */
export async function runBundleImport(client: Client, file: string, options: BundleOptions): Promise<number> {
  const choices = choiceOf(options.conflicts);
  const path = resolve(file);
  const mapping = await mappingOf(client, path, options.project);
  const preview = await client.call('bundle.preview', { path, mapping });
  process.stderr.write(describe(preview));
  const print = (value: unknown) => {
    if (!process.stdout.isTTY) process.stdout.write(`${JSON.stringify({ ok: true, value })}\n`);
  };
  if (options.preview) {
    print(preview);
    return 0;
  }
  if (
    !options.yes &&
    !(await agrees('Import this?', `say --yes to import this with ${PRODUCT.command}, or --preview to only see it.`))
  ) {
    process.stderr.write('Nothing was imported.\n');
    return 1;
  }
  const input: InputOf<'bundle.import'> = { path, mapping, choices, asDrafts: options.drafts, digest: preview.digest };
  const ended = await follow(client, (await client.call('bundle.import', input)).job.id);
  process.stderr.write(done(ended));
  if (bundleResult.parse(ended.result).written > 0) sayUndo(ended, options.data);
  print({ job: ended });
  return 0;
}
