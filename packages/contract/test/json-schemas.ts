import * as z from 'zod';

type Shape = z.core.JSONSchema.JSONSchema;

/** The objects that an input may be, as JSON Schema: one, or several alternatives. */
export function inputShapes(input: z.ZodType): Shape[] {
  const shape = z.toJSONSchema(input, { io: 'input' });
  return (shape.anyOf as Shape[] | undefined) ?? [shape];
}

/** What an input must look like: fields that nobody knows are refused, and a tool can say so. */
export const STRICT_OBJECT = { type: 'object', additionalProperties: false };

/** Names of the fields that an output always has, as its JSON Schema tells; null when it is no object. */
export function certainFields(output: z.ZodType): string[] | null {
  const { type, required = [] } = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' });
  return type === 'object' ? required : null;
}
