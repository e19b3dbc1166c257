import { describe } from 'vitest';
import { reading } from '../reading-requirements.ts';
import { everywhere, forPeople } from '../requirements.ts';
import { overEveryDoor } from './every-door.ts';

describe('requirements over every door', () => {
  overEveryDoor([...everywhere, ...reading, ...forPeople]);
});
