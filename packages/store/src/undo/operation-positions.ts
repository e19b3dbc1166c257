const BITS = 20;

/** Maximum number of changes per operation; see `position` in the schema. */
const MAX_CHANGES = 2 ** BITS;

/** Position of the first change of an operation. */
export function firstPosition(operationSeq: number): number {
  return operationSeq * MAX_CHANGES;
}

/** Positions of the first and the last possible change of an operation. */
export function positions(operationSeq: number): [number, number] {
  return [firstPosition(operationSeq), firstPosition(operationSeq) + MAX_CHANGES - 1];
}

/** Condition in SQL: the change `c` belongs to the operation `o`. */
export const IS_CHANGE_OF_OPERATION = `c.position BETWEEN o.seq << ${BITS} AND (o.seq << ${BITS}) + ${MAX_CHANGES - 1}`;
