import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarioJsonSchema, scenarioJsonSchemaText } from '../../src/scenarios/jsonSchema';

const published = new URL('../../public/schema/scenario.schema.json', import.meta.url);

test('the published schema is what the reader’s schema gives (write it anew with UPDATE_SCHEMA=1)', () => {
  const text = scenarioJsonSchemaText();
  if (process.env.UPDATE_SCHEMA === '1') {
    mkdirSync(new URL('.', published), { recursive: true });
    writeFileSync(published, text);
  }
  expect(readFileSync(published, 'utf8')).toBe(text);
});

test('every field of a scenario, a template, a container and an expectation has a description', () => {
  const schema = scenarioJsonSchema();
  const { template, container, expectation, injectFault } = schema.$defs as Record<string, typeof schema>;
  for (const part of [schema, template, container, expectation, injectFault]) {
    for (const [name, field] of Object.entries(part?.properties ?? {})) {
      const described =
        typeof field === 'object' && (field.description ?? field.const ?? field.items ?? field.$ref);
      expect(described, name).toBeTruthy();
    }
  }
});

test('free keys are objects of templates and of numbers', () => {
  const schema = scenarioJsonSchema();
  expect(schema.properties?.pods).toMatchObject({
    type: 'object',
    additionalProperties: { $ref: '#/$defs/template' },
  });
  const expectation = schema.$defs?.expectation as typeof schema;
  expect(expectation.properties?.metrics).toMatchObject({
    type: 'object',
    additionalProperties: { type: 'number' },
  });
});
