import { describe, expect, it } from 'vitest';
import { diagnose } from '../../src/diagnosis/diagnose';
import { add, first, header, notes, phases, read, remove, story, TOLD, teardown, UID } from './messyStory';

const worker = (time: string, message: string, date = '1129', severity = 'I') =>
  `${header(time, 'pod_workers.go', severity, date)} "${message}" pod="shop/cart" podUID=${UID}`;
const failed = (time: string, date = '1129') =>
  `${header(time, 'pod_workers.go', 'E', date)} "Error syncing pod, skipping" err="failed to \\"KillPodSandbox\\" for \\"${UID}\\" with KillPodSandboxError" pod="shop/cart" podUID=${UID}`;
const silent = (time: string, date = '1129') =>
  `${header(time, 'reflector.go', 'I', date)} "Watch close" type="*v1.Pod"`;
const minute = (n: number) => String(n).padStart(2, '0');

/** Durations in seconds of the intervals that have ended. */
const lengths = (run: ReturnType<typeof read>): readonly number[] =>
  (run.pods[0]?.intervals ?? []).flatMap(({ from, to }) =>
    to?.at == null || from.at === null ? [] : [Math.round((to.at - from.at) / 1000)],
  );

describe('clocks', () => {
  it('messy 9: two files with clocks of two zones are put on one, and it is said', () => {
    const utc = [add, first].map((line) => `2022-11-29T10:00:00.1Z node-a kubelet[1187]: ${line}`);
    // The same node's log as another shipper stored it: its header is in local time, two hours ahead.
    const ahead = [remove, teardown].map(
      (line) => `2022-11-29T10:04:00.1Z node-a kubelet[1187]: ${line.replace(' 10:04', ' 12:04')}`,
    );
    const run = read(utc.join('\n'), ahead.join('\n'));
    expect(phases(run)).toEqual(['syncing', 'terminating']);
    expect(lengths(run)[0]).toBe(240);
    expect(notes(run)).toContain('has a clock of another time zone (UTC+02:00)');
  });

  it('messy 9: records in JSON are in UTC, and the text between them is not', () => {
    const at = Date.UTC(2022, 10, 29, 8, 4, 0);
    const json = (offset: number, msg: string) =>
      JSON.stringify({
        ts: at + offset,
        caller: 'kubelet/kubelet.go:1',
        msg,
        v: 2,
        source: 'api',
        pods: [{ name: 'cart', namespace: 'shop' }],
      });
    const text = [add, first].map((line) => `2022-11-29T08:00:00.1Z ${line}`);
    const run = read([...text, json(0, 'SyncLoop REMOVE')].join('\n'));
    expect(run.clock.offsetMinutes).toBe(120);
    const removed = run.pods.flatMap(({ events }) => events).find(({ kind }) => kind === 'configRemove');
    const added = run.pods.flatMap(({ events }) => events).find(({ kind }) => kind === 'configAdd');
    expect(Math.round(((removed?.at ?? 0) - (added?.at ?? 0)) / 1000)).toBe(240);
  });

  it.each([
    [
      'records in JSON',
      `{"ts":1669716000000,"caller":"kubelet/kubelet.go:1","msg":"Kubelet version","v":0}`,
      2022,
    ],
    ['the time in front', `2021-11-29T10:00:00Z stderr F ${silent('10:00:00')}`, 2021],
    [
      'the journal’s first line',
      '-- Logs begin at Mon 2020-11-02 08:00:00 UTC, end at Tue 2020-12-01 10:00:00 UTC. --',
      2020,
    ],
    ['a runtime’s line', 'time="2019-11-29T10:00:00Z" level=error msg="x"', 2019],
    [
      'the deletion that an old kubelet prints',
      `${header('10:06:00', 'kubelet.go')} SyncLoop (UPDATE, "api"): "cart_shop(${UID}):DeletionTimestamp=2018-11-29T10:06:30Z"`,
      2018,
    ],
    // Version 1: 0x1ed6fccc… ticks of 100 ns since 1582-10-15 are a moment of November 29th, 2022.
    [
      'a uid that holds a time',
      add
        .replace('shop/cart', 'shop/other')
        .concat(`\n${first.replaceAll(UID, 'a0b1c2d3-6fcc-11ed-8000-d962bf403345')}`),
      2022,
    ],
  ])('messy 10: the year is known from %s', (_, line, year) => {
    const run = read([line, ...story].join('\n'));
    expect(run.clock.year).toBe(year);
  });

  it('messy 10: without any the year is unknown, and no date is invented', () => {
    const run = read(story.join('\n'));
    expect(run.clock.year).toBeNull();
    expect(notes(run)).toContain('the year is not known');
    expect(diagnose(run).pods[0]?.intervals[0]?.from).toBe('11-29T10:00:00');
  });

  it('messy 11: the month and midnight turn, and a small step back is no new year', () => {
    const late = `${header('23:59:50', 'kubelet.go', 'I', '1130')} "SyncLoop ADD" source="api" pods=[shop/cart]`;
    const early = worker('00:00:10', 'Pod is being removed by the kubelet, begin teardown', '1201');
    const between = silent('23:59:59', '1130');
    const run = read([late, early, between].join('\n'));
    expect(lengths(run)).toEqual([20]);
  });

  it('messy 12: of an hour that comes twice the file’s order and the durations hold', () => {
    // Daylight saving time ends: 02:59 is followed by 02:00.
    const lines = [
      worker('01:50:00', 'Pod is being synced for the first time', '1030'),
      worker('02:58:00', 'Pod is being removed by the kubelet, begin teardown', '1030'),
      ...Array.from({ length: 60 }, (_, i) => silent(`02:${minute(i)}:30`, '1030')),
      failed('02:59:45', '1030'),
      silent('03:00:05', '1030'),
    ];
    const run = read(lines.join('\n'));
    expect(phases(run)).toEqual(['syncing', 'terminating']);
    // 68 minutes pass between the first two lines.
    expect(lengths(run)).toEqual([68 * 60]);
    const [pod] = run.pods;
    const teardownAt = pod?.intervals[1]?.from.at ?? 0;
    const failedAt = pod?.attempts.at(-1)?.end?.at ?? 0;
    // From 02:58 to 02:59:45 of the hour after: one hour less one second of the gap between the two clocks at the step.
    expect((failedAt - teardownAt) / 60_000).toBeGreaterThan(59);
    expect((failedAt - teardownAt) / 60_000).toBeLessThan(62);
    expect(notes(run)).toMatch(/the clock goes back by 5\d min/);
  });

  it('messy 12: an hour that comes twice proves no idleness', () => {
    // The failure is 20 s before the end, though 02:59 was in the log before.
    const lines = [
      add,
      first,
      ...Array.from({ length: 59 }, (_, i) => silent(`11:${minute(i)}:30`)),
      `${header('11:05:00', 'kubelet.go')} "SyncLoop REMOVE" source="api" pods=[shop/cart]`,
      worker('11:05:00', 'Pod is being removed by the kubelet, begin teardown'),
      failed('11:05:10'),
      silent('11:05:30'),
    ];
    expect(diagnose(read(lines.join('\n'))).pods[0]?.stuck).toBe('unknown');
  });

  it('messy 12: newest first, the same hour twice', () => {
    const lines = [
      worker('01:50:00', 'Pod is being synced for the first time', '1030'),
      ...Array.from({ length: 60 }, (_, i) => silent(`02:${minute(i)}:30`, '1030')),
      ...Array.from({ length: 10 }, (_, i) => silent(`02:${minute(i)}:40`, '1030')),
      worker('02:10:00', 'Pod is being removed by the kubelet, begin teardown', '1030'),
    ];
    const run = read(lines.reverse().join('\n'));
    expect(run.clock.reversed).toBe(true);
    expect(phases(run)).toEqual(['syncing', 'terminating']);
    // From 01:50:00 to 02:59:30, and from 02:00:40 to 02:10:00: what passes at the step itself is not known.
    expect(lengths(run)[0]).toBe(4170 + 560);
  });

  it('messy 13: lines that differ by less than a second are sorted, those of one moment are not', () => {
    const at = (time: string, message: string) =>
      `I1129 ${time}    1187 pod_workers.go:100] "${message}" pod="shop/cart" podUID=${UID} updateType=0`;
    const enter = `I1129 10:00:01.000300    1187 kubelet.go:1] "syncPod enter" pod="shop/cart" podUID=${UID}`;
    const exit = `I1129 10:00:01.000300    1187 kubelet.go:1] "syncPod exit" pod="shop/cart" podUID=${UID}`;
    const run = read(
      [
        at('10:00:01.000900', 'Processing pod event done'),
        at('10:00:01.000100', 'Processing pod event'),
        enter,
        exit,
      ].join('\n'),
    );
    expect(run.pods[0]?.events.map(({ kind }) => kind)).toEqual([
      'attemptStart',
      'enter',
      'exit',
      'attemptDone',
    ]);
  });

  it('messy 13: a shipper’s late lines are sorted and are no step of the clock', () => {
    const lines = [
      add,
      first,
      silent('10:00:40'),
      silent('10:00:41'),
      worker('10:00:20', 'Processing pod event'),
      silent('10:00:42'),
      silent('10:04:30'),
    ];
    const run = read(lines.join('\n'));
    expect(notes(run)).not.toContain('the clock');
    expect(run.pods[0]?.events.at(-1)).toMatchObject({ kind: 'attemptStart' });
    expect(lengths(read([...lines, teardown].join('\n')))[0]).toBe(240);
  });

  it('messy 14: a file with the newest lines first is turned around, and it is said', () => {
    const run = read([...story].reverse().join('\n'));
    expect(phases(run)).toEqual(TOLD);
    expect(run.clock.reversed).toBe(true);
    expect(notes(run)).toContain('turned around');
  });

  it('messy 49: a node that boots on January 1st and is set to the time of day', () => {
    const boot = (time: string, text: string) => `I0101 ${time}.000001    1187 kubelet.go:100] ${text}`;
    for (const date of ['0612', '1129']) {
      const lines = [
        boot('00:00:20', '"Kubelet version" kubeletVersion="v1.25.4"'),
        boot('00:00:21', '"SyncLoop ADD" source="api" pods=[shop/cart]'),
        boot('00:00:30', '"SyncLoop REMOVE" source="api" pods=[shop/cart]'),
        boot(
          '00:00:30',
          `"Pod is being removed by the kubelet, begin teardown" pod="shop/cart" podUID=${UID}`,
        ),
        failed('10:00:00', date),
        silent('10:00:05', date),
      ];
      const run = read(lines.join('\n'));
      expect(run.runs).toHaveLength(1);
      expect(notes(run)).toContain('the clock was set here');
      // Not months, of which nothing is known, but the nine seconds that are.
      expect(lengths(run)).toEqual([9]);
      expect(diagnose(run).pods[0]?.stuck).toBe('unknown');
    }
  });

  it('messy 49: a clock that NTP sets back by minutes proves no idleness', () => {
    const lines = [
      add,
      first,
      remove,
      teardown,
      ...Array.from({ length: 20 }, (_, i) => silent(`10:${minute(5 + i)}:00`)),
      failed('10:10:00'),
      silent('10:10:12'),
    ];
    const run = read(lines.join('\n'));
    expect(notes(run)).toContain('the clock goes back by 14 min');
    expect(diagnose(run).pods[0]?.stuck).toBe('unknown');
    // With the clock as it should be, 15 minutes without a retry do.
    const fine = lines.map((line) => line.replace(/ 10:10:(00|12)/, ' 10:50:$1'));
    expect(diagnose(read([...fine, silent('11:05:12')].join('\n'))).pods[0]?.stuck).toBe(true);
  });

  it('messy 49: a clock set back between two processes keeps their order', () => {
    const again = `I1129 09:50:00.000001    2200 server.go:415] "Kubelet version" kubeletVersion="v1.25.4"`;
    const run = read([...story, again, silent('09:50:30').replace('1187', '2200')].join('\n'));
    expect(run.runs.map(({ pid }) => pid)).toEqual(['1187', '2200']);
    expect(notes(run)).toContain('between two kubelet processes');
  });
});
