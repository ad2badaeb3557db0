import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { minimise } from '../../src/explorer/minimise';
import { stuckPods } from '../../src/explorer/stuckPods';
import { releaseOf } from '../../src/kubelet/releases';
import { parseScenario } from '../../src/scenarios/parseScenario';

const scenarioOf = (name: string) => {
  const text = readFileSync(new URL(`../../src/scenarios/catalog/${name}.yaml`, import.meta.url), 'utf8');
  const read = parseScenario({ file: name, text });
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return read.value;
};

describe('minimising the force delete that meets an error', () => {
  const scenario = scenarioOf('force-delete-cri-error');
  const found = minimise(scenario, releaseOf('v1.26'));

  it('keeps what it takes and nothing else', () => {
    const commands = found?.scenario.steps.flatMap((step) => ('command' in step ? [step.command.do] : []));
    expect(commands).toEqual(['createPod', 'injectFault', 'forceDeletePod']);
    expect([...(found?.scenario.pods.keys() ?? [])]).toEqual(['web']);
  });

  it('comes to a scenario in which the pod is stuck', () => {
    if (found === null) throw new Error('nothing was found');
    expect(stuckPods(found.scenario, releaseOf('v1.26'))).toEqual(['web']);
  });

  it('has nothing to do where no pod gets stuck', () => {
    expect(minimise(scenario, releaseOf('v1.27'))).toBeNull();
  });
});
