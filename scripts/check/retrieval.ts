import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { atScale } from './retrieval/at-scale.ts';
import { indexOf, readCorpora } from './retrieval/corpora.ts';
import { findingQuality, negativeControl, ours, repeatable, withoutSharedWord } from './retrieval/quality.ts';
import { conclude, say } from './verdicts.ts';

// `npm run check:retrieval`: how well the lexical ranking finds lessons, on five sets of real texts with judged queries, and how
// fast it is in an index of 100,000 lessons. The constants of the ranking were chosen on the same sets, so a change that only
// suits single queries of them is not an improvement.

const HELP = `Usage: npm run check:retrieval -- [--data FOLDER] [--short] [--lessons N] [--fuzz N]

  --data      folder with the sets (default ../shared/data/retrieval)
  --short     what is found only, without the large index: seconds
  --lessons   size of the large index (default 100000)
  --fuzz      fuzzed queries to it (default 20000)
`;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data/retrieval') },
    short: { type: 'boolean', default: false },
    lessons: { type: 'string', default: '100000' },
    fuzz: { type: 'string', default: '20000' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}

const corpora = readCorpora(values.data);
if (corpora.length === 0) {
  process.stdout.write(`No retrieval sets in ${values.data}: skipped.\n`);
  process.exit(0);
}
say(`${corpora.length} sets, ${corpora.reduce((sum, { documents }) => sum + documents.length, 0)} documents`);
const sets = corpora.map((corpus) => ({ ...corpus, index: indexOf(corpus.documents) }));
const found = findingQuality(sets, ours);
const checks = [withoutSharedWord(), repeatable(sets), negativeControl(sets)];
const large = values.short
  ? { verdicts: [], notes: [] }
  : atScale(corpora, Number(values.lessons), Number(values.fuzz));
process.exit(conclude([...found.verdicts, ...checks, ...large.verdicts], [...found.notes, ...large.notes]));
