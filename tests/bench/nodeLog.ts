import { seconds, simTime } from '../../src/clock/simTime';
import { Timeline } from '../../src/engine/timeline';
import { formatKlog } from '../../src/klog/formatKlog';
import { releaseOf } from '../../src/kubelet/releases';
import { parseScenario } from '../../src/scenarios/parseScenario';

const LASTING = 90;
const COMING = 20;
/** Virtual seconds: until the pods that stay have started, and of one round after that. */
const START = 60;
const ROUND = 600;

/** What other parts of a kubelet print between: one such line for every four of the workers. */
const OTHERS = [
  'I       1 reflector.go:798] "Watch close" logger="reflector" reflector="object-\\"shop\\"/\\"settings\\"" type="*v1.ConfigMap" totalItems=7',
  'I       1 operation_generator.go:637] "MountVolume.SetUp succeeded for volume \\"kube-api-access-x7f2p\\" (UniqueName: \\"kubernetes.io/projected/0a1b-kube-api-access-x7f2p\\")"',
  'I       1 scope.go:117] "RemoveContainer" containerID="5f9e1c04ab27d3a6b1c8e2f7905d4cb3aa61f0e8d7c2b5946301fe8a7d2c9b41"',
  'W       1 watcher.go:93] Error while processing event ("/sys/fs/cgroup/kubepods.slice": 0x40000100 == IN_CREATE|IN_ISDIR): inotify_add_watch: no such file or directory',
  'I       1 csi_plugin.go:100] "Trying to validate a new CSI Driver" name="ebs.csi.example.com" endpoint="/var/lib/kubelet/plugins/ebs/csi.sock"',
];

interface Line {
  /** ms since the round began. */
  readonly at: number;
  readonly severity: string;
  /** Cut where the number of the round goes in. */
  readonly parts: readonly string[];
}

/**
 * The log of a node at -v=4, as long as is asked for: 90 pods that stay and 20 that live for five minutes, simulated in v1.31 and
 * written by the lab's own klog writer, round after round with later times and new names and uids for those that come and go.
 */
export function* nodeLog(bytes: number): Generator<string> {
  const { start, round } = simulated();
  yield start;
  let written = start.length;
  for (let n = 0; written < bytes; n++) {
    const text = roundText(round, n);
    written += text.length;
    yield text;
  }
}

function roundText(round: readonly Line[], n: number): string {
  const mark = String(n).padStart(4, '0');
  const begin = START * 1000 + n * ROUND * 1000;
  const out: string[] = [];
  round.forEach(({ at, severity, parts }, i) => {
    const time = timeText(begin + at);
    out.push(`${severity}${time}${parts.join(mark)}\n`);
    const other = i % 4 === 3 ? OTHERS[(i >> 2) % OTHERS.length] : undefined;
    if (other !== undefined) out.push(`${other[0]}${time}${other.slice(1)}\n`);
  });
  return out.join('');
}

/** `mmdd hh:mm:ss.uuuuuu` of a moment after New Year. */
function timeText(ms: number): string {
  const iso = new Date(Math.floor(Math.round(ms * 1000) / 1000)).toISOString();
  const micros = String(Math.round(ms * 1000) % 1000).padStart(3, '0');
  return `${iso.slice(5, 7)}${iso.slice(8, 10)} ${iso.slice(11, 23)}${micros}`;
}

function simulated(): { readonly start: string; readonly round: readonly Line[] } {
  const names = [
    ...Array.from({ length: LASTING }, (_, i) => `stay${i}`),
    ...Array.from({ length: COMING }, (_, i) => `come${i}`),
  ];
  const steps = names.flatMap((name, i) => {
    if (i < LASTING) return [{ at: i * 300, text: `do: createPod, pod: ${name}` }];
    const at = (START + 5) * 1000 + (i - LASTING) * 12_000;
    return [
      { at, text: `do: createPod, pod: ${name}` },
      { at: at + 300_000, text: `do: deletePod, pod: ${name}` },
    ];
  });
  steps.sort((a, b) => a.at - b.at);
  const parsed = parseScenario({
    file: 'bench',
    text: `version: 1\ntitle: bench\npods:\n${names.map((name) => `  ${name}: { gracePeriod: 2 }\n`).join('')}steps:\n${steps.map(({ at, text }) => `  - { at: ${at}ms, ${text} }\n`).join('')}`,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.diagnostics));
  const timeline = new Timeline({ ...parsed.value, maxPods: 2 * names.length }, releaseOf('v1.31'));
  timeline.runUntil(simTime(seconds(START + ROUND)));
  const lives = timeline.simulation.world.allLives();
  const pods = new Map(lives.map((life) => [life.uid, life]));
  const lines = formatKlog(timeline.events, { release: 'v1.31', verbosity: 4, pods });
  const comes = lives.filter(({ template }) => template.startsWith('come')).map(({ uid }) => uid);
  const changing = new RegExp(
    `(?<=default/come\\d+)(?=\\D)|(?<=(?:${comes.map((uid) => uid.slice(0, 4)).join('|')}))\\w{4}(?=-)`,
    'g',
  );
  const first = lines.findIndex((line) => msOf(line) >= START * 1000);
  const round = lines.slice(first).map(
    (line): Line => ({
      at: msOf(line) - START * 1000,
      severity: line[0] ?? 'I',
      parts: line.slice(21).split(changing),
    }),
  );
  return { start: `${lines.slice(0, first).join('\n')}\n`, round };
}

/** ms since New Year. */
function msOf(line: string): number {
  const two = (at: number): number => Number(line.slice(at, at + 2));
  return ((two(3) - 1) * 86_400 + two(6) * 3600 + two(9) * 60 + Number(line.slice(12, 21))) * 1000;
}
