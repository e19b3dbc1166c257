/**
 * Says which rows of docs/requirements.md a test proves; it stands in the body of the test, or of the group whose tests
 * prove the rows together. A row is proven only where its own field or effect is asserted: take that away, and the test must
 * fail. Nothing happens when it runs: `scripts/generate-requirements.ts` reads the calls from the sources, so ids are
 * string literals, and the gate refuses one that is no row.
 */
export function verifies(..._rows: [id: string, ...more: string[]]): void {}
