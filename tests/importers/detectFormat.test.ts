import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectFormat } from '../../src/importers/detectFormat';

const FIXTURES = new URL('./fixtures/', import.meta.url);
const fixtures = readdirSync(FIXTURES).filter((file) => !file.includes('.expect.'));

const formatOf = (file: string): string =>
  /\.(?:log|jsonl)$/.test(file)
    ? 'klog'
    : file.endsWith('.yaml')
      ? 'pod-yaml'
      : file.endsWith('.prom')
        ? 'metrics'
        : 'pod-json';

describe('detectFormat', () => {
  it.each(fixtures)('knows %s by its content', (file) => {
    expect(detectFormat(readFileSync(new URL(file, FIXTURES), 'utf8'))).toBe(formatOf(file));
  });

  it.each([
    [
      'a docker log',
      '{"log":"I0402 10:20:03.300060    1544 kubelet.go:2346] x\\n","stream":"stderr"}',
      'klog',
    ],
    ['a CRI log', '2024-04-02T10:20:03.3Z stderr F I0402 10:20:03.300060 1544 kubelet.go:2346] x', 'klog'],
    ['a journal as JSON', '{"__REALTIME_TIMESTAMP":"17","MESSAGE":"I0402 …"}', 'klog'],
    ['a journal', 'Apr 02 10:20:03 node-b kubelet[77]: Flag --x has been deprecated', 'klog'],
    ['a line with an editor’s number', '4582: E0818 11:00:01.123456 77 pod_workers.go:9] "x"', 'klog'],
    [
      'records in JSON',
      '{"ts":1714979289000.5,"caller":"kubelet/kubelet.go:2330","msg":"SyncLoop ADD"}',
      'klog',
    ],
    ['containerd', 'time="2024-04-02T10:20:03.3Z" level=error msg="StopPodSandbox failed"', 'klog'],
    ['a list whose kind is last', '{"items":[],"metadata":{},"kind":"PodList"}', 'pod-json'],
    ['an empty list', '[]', 'pod-json'],
    [
      'a pod that quotes its container’s log',
      'apiVersion: v1\nkind: Pod\nstatus:\n  message: |\n    I0402 10:20:03.300060    1544 main.go:23] x\n',
      'pod-yaml',
    ],
    [
      'the same in JSON',
      '{"apiVersion":"v1","kind":"Pod","status":{"message":"E0402 10:20:03.300060    1544 main.go:23] x"}}',
      'pod-json',
    ],
    [
      'a description that quotes it',
      'Name:       a\nNamespace:  n\n    Message:  E0402 10:20:03.300060       1 main.go:23] x\n',
      'kubectl-text',
    ],
    [
      'an object above a log',
      'apiVersion: v1\nkind: Pod\n\nI0402 10:20:03.300060    1544 kubelet.go:2346] x\n',
      'klog',
    ],
    ['a manifest', 'kind: Pod\nmetadata:\n  name: a', 'pod-yaml'],
    ['several documents', '---\n# mine\napiVersion: v1\nkind: Node\n', 'pod-yaml'],
    ['a bare list', '- apiVersion: v1\n  kind: Pod\n', 'pod-yaml'],
    ['one sample', 'kubelet_working_pods{config="orphan"} 1', 'metrics'],
    ['OpenMetrics', '# TYPE a counter\n# EOF', 'metrics'],
    ['a vector', '{"status":"success","data":{"resultType":"vector","result":[]}}', 'prometheus-json'],
    [
      'a table',
      'NAME    READY   STATUS        RESTARTS   AGE\nweb-0   1/1     Terminating   0   4d',
      'kubectl-text',
    ],
    [
      'a description',
      'Name:         web-0\nNamespace:    shop\nStatus:       Terminating (lasts 10m)',
      'kubectl-text',
    ],
    [
      'an event',
      'error killing pod: failed to "KillPodSandbox" for "u" with KillPodSandboxError: "x"',
      'kubectl-text',
    ],
    ['crictl', '{"items":[{"id":"a","labels":{"io.kubernetes.pod.uid":"u"}}]}', 'crictl-json'],
    ['a table of crictl', 'POD ID    CREATED     STATE   NAME   NAMESPACE   ATTEMPT', 'crictl-json'],
    ['a scenario', 'version: 1\nname: a\nsteps:\n  - at: 0s', 'scenario'],
    ['a run', '{"scenario":"a","title":"A","release":"v1.26","seed":1,"fingerprint":"0123abcd"}', 'trace'],
    ['prose', 'Hello, my pods are stuck.', null],
    ['nothing', '', null],
    ['a web page', '<!doctype html><html></html>', null],
    ['a table of numbers', 'Time,web,api\n1,2,3', null],
  ] as const)('%s', (_desc, text, format) => {
    expect(detectFormat(text)).toBe(format);
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        detectFormat(text);
      }),
    );
  });
});
