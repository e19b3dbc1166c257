import { expect, it } from 'vitest';
import { attemptId, episodeId, operationId, sessionId } from '../src/index.ts';

it('a wrong id is refused in a sentence with the right article', () => {
  const said = [episodeId, attemptId, operationId, sessionId].map(
    (schema) => schema.safeParse('wrong').error?.issues[0]?.message,
  );
  expect(said).toEqual([
    expect.stringMatching(/^must be an episode id such as epis_/),
    expect.stringMatching(/^must be an attempt id such as atmp_/),
    expect.stringMatching(/^must be an operation id such as op_/),
    expect.stringMatching(/^must be a session id such as sess_/),
  ]);
});
