import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { COMMAND_SCHEMAS } from './commandSchemas';
import { scenarioSchema } from './schema';
import { anyStepSchema, expectationSchema } from './stepSchema';
import { containerSchema, templateSchema } from './templateSchema';

/**
 * The JSON Schema of scenario files, for editors: made from the schema that reads them, published as
 * `public/schema/scenario.schema.json`. Only for that file; the reader itself knows more than a JSON Schema can say.
 */
export function scenarioJsonSchema(): JsonSchema {
  const definitions = {
    container: containerSchema,
    template: templateSchema,
    expectation: expectationSchema,
    ...COMMAND_SCHEMAS,
    step: anyStepSchema,
  };
  const config: ConversionConfig = {
    typeMode: 'input',
    errorMode: 'ignore',
    definitions,
    overrideSchema: ({ valibotSchema }) => {
      if (valibotSchema.type !== 'map') return undefined;
      // JSON has no `Map`: an object whose keys are checked by a pattern.
      const { key, value } = valibotSchema as v.MapSchema<v.GenericSchema, v.GenericSchema, undefined>;
      const values = value === definitions.template ? { $ref: '#/$defs/template' } : inner(value);
      return { type: 'object', propertyNames: inner(key), additionalProperties: values };
    },
  };
  const { $schema = '', ...schema } = toJsonSchema(scenarioSchema, config);
  const title = 'Pod Worker Lab scenario';
  return { $schema, title, description: 'A kubelet, its pods, and what happens to them.', ...schema };
}

/** The text of the published file. */
export const scenarioJsonSchemaText = (): string => `${JSON.stringify(scenarioJsonSchema(), null, 2)}\n`;

/** A schema without definitions of its own: with them, making one would begin by making all again. */
function inner(schema: v.GenericSchema): JsonSchema {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' });
  return rest;
}
