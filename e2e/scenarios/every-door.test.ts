import { describe } from 'vitest';
import { everywhere, forPeople } from '../requirements.ts';
import { overEveryDoor } from './every-door.ts';

describe('requirements over every door', () => {
  overEveryDoor([...everywhere, ...forPeople]);
});
