import { describe } from 'vitest';
import { attempts } from '../attempt-requirements.ts';
import { bundles } from '../bundle-requirements.ts';
import { causes, patterns } from '../cause-requirements.ts';
import { curation } from '../curation-requirements.ts';
import { episodes } from '../episode-requirements.ts';
import { reading } from '../reading-requirements.ts';
import { everywhere, forPeople } from '../requirements.ts';
import { turns } from '../turn-requirements.ts';
import { overEveryDoor } from './every-door.ts';

describe('requirements over every door', () => {
  overEveryDoor([
    ...everywhere,
    ...reading,
    ...forPeople,
    ...curation,
    ...bundles,
    ...episodes,
    ...attempts,
    ...turns,
    ...causes,
    ...patterns,
  ]);
});
