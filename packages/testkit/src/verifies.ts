/**
 * Names the rows of docs/requirements.md that a test proves. The call stands in the body of the test, or of the group whose tests
 * prove the rows together. A row is proven only if its own field or effect is asserted: without it, the test must fail. The call
 * does nothing at run time: `scripts/generate-requirements.ts` reads it from the sources, so ids must be string literals, and the
 * gate refuses an id that is no row.
 */
export function verifies(..._rows: [id: string, ...more: string[]]): void {}
