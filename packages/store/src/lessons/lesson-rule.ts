import { MAX_RULE_BYTES } from '@twicewise/contract';

/**
 * SQL of the rule that found a lesson, from its `extra`; an empty text where none did. A rule counts only with its version: that is
 * how what a rule found differs from what an author noted. A blank name, or one too long for the filter by rule, counts as none.
 */
export function ruleIn(extra: string): string {
  const rule = `${extra} ->> '$.rule'`;
  return `iif(json_valid(${extra}) AND json_type(${extra}, '$.rule') = 'text' AND json_type(${extra}, '$.ruleVersion') IS NOT NULL
    AND trim(${rule}) <> '' AND length(CAST(${rule} AS BLOB)) <= ${MAX_RULE_BYTES}, ${rule}, '')`;
}
