import { episodeDecision } from '@twicewise/contract';
import { describe, expect, it } from 'vitest';
import { fieldTable, type JsonSchema, jsonSchema, ShapeNames } from '../reference/json-shape.ts';

const text: JsonSchema = { type: 'string' };
const objectOf = (...fields: string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field, text])),
  required: fields,
});
const long = objectOf(...Array.from({ length: 12 }, (_, n) => `field number ${n}`));

describe('a table of fields', () => {
  it('tells a short object in its cell, and puts a long one below, in lists and within others, too', () => {
    const inner: JsonSchema = { type: 'object', properties: { deep: { type: 'array', items: long } } };
    const schema = {
      type: 'object',
      properties: { short: objectOf('a'), many: { type: 'array', items: long }, inner },
    };
    const table = fieldTable(schema, new ShapeNames(), 'output');
    expect(table).toContain('| `short` | { a: text } |');
    expect(table).toContain('| `many` | list of object, see `many[]` below |');
    expect(table.split('\n\n`many[]`:\n\n')[1]).toContain('| `field number 11` | text |');
    expect(table).toContain('| `deep` | list of object, see `inner.deep[]` below |');
    expect(table.split('\n\n`inner.deep[]`:\n\n')[1]).toContain('| `field number 0` | text |');
  });

  it('links a record that has a section, but not from that section', () => {
    const names = new ShapeNames();
    names.add('EpisodeDecision', episodeDecision);
    const decision = jsonSchema(episodeDecision, 'output');
    const schema: JsonSchema = { type: 'object', properties: { one: decision } };
    expect(fieldTable(schema, names, 'output')).toContain('[EpisodeDecision](records.md#episodedecision)');
    expect([...names.used]).toEqual(['EpisodeDecision']);
    expect(fieldTable(schema, names, 'output', 'EpisodeDecision')).not.toContain('](records.md');
  });

  it('says one or many of the same once', () => {
    const schema: JsonSchema = { type: 'object', properties: { a: { anyOf: [text, { type: 'array', items: text }] } } };
    expect(fieldTable(schema, new ShapeNames(), 'output')).toContain('| `a` | text, or a list of these |');
  });
});
