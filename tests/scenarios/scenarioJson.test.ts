import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../src/scenarios/parseScenario';
import { scenarioFromJson, scenarioToJson } from '../../src/scenarios/scenarioJson';

const CATALOG = fileURLToPath(new URL('../../src/scenarios/catalog/', import.meta.url));

describe('a scenario as JSON', () => {
  it.each(readdirSync(CATALOG))('is %s again after a way through text', (file) => {
    const parsed = parseScenario({ file, text: readFileSync(`${CATALOG}${file}`, 'utf8') });
    if (!parsed.ok) throw new Error(file);
    const text = JSON.stringify(scenarioToJson(parsed.value));
    expect(scenarioFromJson(JSON.parse(text))).toEqual(parsed.value);
  });

  it('leaves out what is as usual', () => {
    const text =
      'version: 1\ntitle: t\npods: { web: {} }\nsteps:\n  - { at: 0s, do: createPod, pod: web }\n' +
      '  - { at: 1s, do: injectFault, operation: StopContainer, kind: error, pod: web }\n';
    const parsed = parseScenario({ file: 't.yaml', text });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
    expect(scenarioToJson(parsed.value)).toEqual({
      title: 't',
      description: '',
      timing: {},
      pods: [['web', {}]],
      steps: [
        { at: 0, line: 5, do: 'createPod', pod: 'web' },
        { at: 1000, line: 6, do: 'injectFault', operation: 'StopContainer', pod: 'web', kind: 'error' },
      ],
    });
  });
});
