import { describe, expect, it } from 'vitest';
import { readBack } from '../helpers/readBack';

function web(release: 'v1.26' | 'v1.27', verbosity: number, longer: number) {
  const { pods, findings } = readBack('force-delete-cri-error', release, verbosity, longer).diagnosis;
  const rules = findings.filter(({ pod }) => pod === 'default/web').map(({ rule }) => rule);
  return { stuck: pods.find(({ pod }) => pod === 'default/web')?.stuck, rules };
}

// The stop fails 14 s after the start; PLEG then still reports the containers that it had stopped before it failed.
describe('what PLEG reports after a stop that failed', () => {
  it('is no sign of another attempt where the starts of attempts are shown', () => {
    const { stuck, rules } = web('v1.26', 4, 0);
    expect(stuck).toBe(true);
    expect(rules).toContain('stop-failed-not-retried');
    expect(rules).not.toContain('log-ends-too-early');
  });

  it('may be one where they are not, so that nothing is proved', () => {
    for (const longer of [0, 300_000]) expect(web('v1.26', 2, longer).stuck).toBe('unknown');
  });

  it('says nothing of a kubelet that tries again', () => {
    for (const verbosity of [2, 4]) expect(web('v1.27', verbosity, 300_000).stuck).toBe(false);
  });
});
