import * as z from 'zod';
import { BUNDLE_KINDS } from '../domain/bundle.ts';
import { projectId, reference } from '../domain/ids.ts';
import { job } from '../domain/job.ts';
import { label } from '../domain/text.ts';
import { selection } from './bulk.ts';
import { command, query } from './define.ts';
import { sessionSelection } from './episodes.ts';

const count = z.int().min(0);
const kind = z.enum(BUNDLE_KINDS);
const path = z.string().min(1).max(4096).describe('Absolute path on the machine of the host; ends with .twicewise');

const exported = {
  selection: z
    .union(
      [
        z.strictObject({ everything: z.literal(true) }),
        z.strictObject({ projects: z.array(reference).min(1).max(100) }),
        z.strictObject({ episodes: sessionSelection }),
        selection,
      ],
      { error: 'give everything: true, projects, episodes, ids, or filters' },
    )
    .describe(
      'What to carry. Everything includes the bin. Projects, and the sessions of `episodes`, unrecorded ones too, go with all in them that is outside the bin; lessons with what they refer to. Lessons, episodes and unrecorded sessions that are chosen themselves may be in the bin',
    ),
  redact: z.boolean().default(false).describe('Replace what the scan finds in what is written'),
};

/** What the scan of an export found. */
const finding = z.object({
  what: z.string().describe('Kind of secret, or home folder, or mail address'),
  count,
  places: z.array(z.string()).describe('The first five, as kind, id and field'),
});

const counts = z.array(z.object({ kind, count }));

/** How an item of a bundle compares with the memory. */
export const bundleStanding = z.enum(['new', 'identical', 'changedHere', 'changedThere', 'conflicting']);
/** See {@link bundleStanding}. */
export type BundleStanding = z.infer<typeof bundleStanding>;

/** What to do with an item that differs. */
export const bundleChoice = z
  .enum(['mine', 'theirs', 'both'])
  .describe('Keep what is here, take what is in the bundle, or, for lessons, keep both');
/** See {@link bundleChoice}. */
export type BundleChoice = z.infer<typeof bundleChoice>;

const mapping = z
  .record(projectId, z.union([reference, z.null()]))
  .default({})
  .describe(
    'Project of the bundle → project here, or null for a new one. Others go where their folder or name is known',
  );
const choices = z
  .strictObject({
    changedThere: bundleChoice.default('theirs'),
    conflicting: bundleChoice
      .optional()
      .describe(
        'Without it, what conflicts is left undecided; so is, whatever is chosen, what a person wrote here when a program asks',
      ),
    items: z.record(z.string().max(64), bundleChoice).default({}).describe('Record id → choice, before the others'),
  })
  .default({ changedThere: 'theirs', items: {} })
  .refine(({ items }) => Object.keys(items).length <= 1000, { message: 'name at most 1000 items' });

const item = z.object({
  kind,
  id: z.string(),
  title: z.string(),
  standing: bundleStanding,
  fields: z.array(z.string()).describe('Fields that differ'),
});

/** Operations on memory bundles: files that carry a memory, or a part of it, to another one. */
export const bundleOperations = {
  'bundle.previewExport': query(
    'What an export would write, and what the scan for secrets finds in it. Looks at all of it, so it takes as long as the export.',
    z.strictObject(exported),
    z.object({
      counts,
      notCarried: z.array(z.object({ what: z.string(), count })).describe('What a bundle does not carry'),
      findings: z.array(finding),
      digest: z.string().describe('Stands for these findings; bundle.export asks for it'),
    }),
  ),
  'bundle.export': command(
    'Write a bundle. Refused when the scan finds something that the preview did not show. The memory is not changed.',
    z.strictObject({
      ...exported,
      path,
      overwrite: z.boolean().default(false).describe('Replace a file that is there'),
      digest: label(64).describe('From bundle.previewExport'),
    }),
    z.object({ job: job.describe('Its result: bytes, sha256, records and redacted') }),
  ),
  'bundle.preview': query(
    'Check all of a bundle, and say what an import would do. Nothing is written.',
    z.strictObject({ path, mapping }),
    z.object({
      bytes: count,
      sha256: z.string(),
      product: z.string().describe('Program that made it'),
      kinds: z.array(
        z.object({
          kind,
          total: count,
          new: count,
          identical: count,
          changedHere: count.describe('Differs because of a change here; stays as it is'),
          changedThere: count.describe('Differs because of a change there'),
          conflicting: count.describe('Differs, and nothing says which one is later'),
        }),
      ),
      projects: z
        .array(
          z.object({
            id: projectId,
            name: z.string(),
            into: projectId.nullable().describe('Project here; null for a new one'),
            because: z.enum(['chosen', 'same id', 'same folder', 'same name', 'new']),
          }),
        )
        .describe('Where the projects of the bundle go, the first 200'),
      items: z.array(item).describe('The first fifty that changed there or conflict'),
      unknown: z
        .record(z.string(), count)
        .describe('Files and fields that are not known here → records. Fields are kept'),
      digest: z.string().describe('Stands for this bundle and what it is to the memory now; bundle.import asks for it'),
    }),
  ),
  'bundle.import': command(
    'Import a bundle as one undoable job: all of it or nothing. A second import changes nothing.',
    z.strictObject({
      path,
      mapping,
      choices,
      asDrafts: z.boolean().default(false).describe('New lessons wait for a person: for bundles of someone else'),
      digest: label(64).describe('From bundle.preview'),
    }),
    z.object({ job: job.describe('For operation.undo by jobId. Its result: written, left, undecided, redacted') }),
  ),
};
