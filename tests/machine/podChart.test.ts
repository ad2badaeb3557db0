import { describe, expect, it } from 'vitest';
import { RELEASE_NAMES, releaseOf } from '../../src/kubelet/releases';
import { podChart } from '../../src/machine/podChart';

const chart = podChart();
const ids = new Set(chart.nodes.map(({ id }) => id));

describe('the chart of the pod machine', () => {
  it('has the two regions and their places', () => {
    const childrenOf = (id: string) =>
      chart.nodes.filter(({ parent }) => parent === id).map(({ key }) => key);
    expect(chart.nodes.filter(({ parent }) => parent === null).map(({ id }) => id)).toEqual(['pod']);
    expect(childrenOf('pod')).toEqual(['lifecycle', 'worker']);
    expect(childrenOf('pod.lifecycle')).toEqual([
      'observed',
      'syncing',
      'terminating',
      'terminated',
      'finished',
    ]);
    expect(childrenOf('pod.lifecycle.terminating')).toEqual(['requested', 'acknowledged']);
    expect(childrenOf('pod.worker')).toEqual(['none', 'idle', 'notified', 'calling', 'exited']);
    expect(childrenOf('pod.worker.calling')).toEqual([
      'syncPod',
      'syncTerminatingPod',
      'syncTerminatedPod',
      'syncTerminatingRuntimePod',
    ]);
    expect(childrenOf('pod.worker.calling.syncPod')).toEqual(['awaitingPodStatus', 'running']);
  });

  it.each(chart.nodes)('describes $id', ({ id, key, parent, kind, description, initial }) => {
    expect(description).toMatch(/^[A-Z].{10,}\.$/);
    expect(id).toBe(parent === null ? key : `${parent}.${key}`);
    const children = chart.nodes.filter((node) => node.parent === id);
    expect(kind === 'atomic').toBe(children.length === 0);
    expect(kind === 'compound').toBe(initial !== null);
    if (initial !== null) expect(children.map((child) => child.id)).toContain(initial);
  });

  it.each(chart.edges)('draws $id between places that there are', ({ from, to, guards, actions }) => {
    expect(ids).toContain(from);
    if (to !== null) expect(ids).toContain(to);
    for (const name of [...guards, ...actions]) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
  });

  it('names an edge as the definition does', () => {
    expect(chart.edges.find(({ id }) => id === 'pod.lifecycle.observed/UPDATE.RECEIVED/0')).toEqual({
      id: 'pod.lifecycle.observed/UPDATE.RECEIVED/0',
      from: 'pod.lifecycle.observed',
      to: 'pod.lifecycle.terminating',
      event: 'UPDATE.RECEIVED',
      guards: ['beginsTermination'],
      actions: ['beginTermination', 'acceptKill'],
    });
    expect(chart.edges.find(({ id }) => id === 'pod.lifecycle.terminating/UPDATE.RECEIVED/0')).toEqual({
      id: 'pod.lifecycle.terminating/UPDATE.RECEIVED/0',
      from: 'pod.lifecycle.terminating',
      to: null,
      event: 'UPDATE.RECEIVED',
      guards: ['asksForRestart'],
      actions: ['requestRestart', 'ignoreUpdate'],
    });
  });

  it('tells what entering and leaving a place does', () => {
    const doing = chart.nodes.filter(({ entry, exit }) => entry.length + exit.length > 0);
    const short = (id: string) => id.replace(/^pod\.(lifecycle|worker)\./, '');
    expect(doing.map(({ id, entry, exit }) => [short(id), ...entry, ...exit])).toEqual([
      ['syncing', 'rememberStarted'],
      ['notified', 'wakeWorker'],
      ['calling.syncPod.awaitingPodStatus', 'awaitPodStatus'],
      ['calling.syncPod.running', 'startCall'],
      ['calling.syncTerminatingPod.awaitingPodStatus', 'awaitPodStatus'],
      ['calling.syncTerminatingPod.running', 'startCall'],
      ['calling.syncTerminatedPod.awaitingPodStatus', 'awaitPodStatus'],
      ['calling.syncTerminatedPod.running', 'startCall'],
      ['calling.syncTerminatingRuntimePod', 'startCall'],
    ]);
  });

  it('lists the events', () => {
    expect([...chart.events].sort()).toEqual([
      'CALL.RETURNED',
      'HOUSEKEEPING.VISITED',
      'POD.OBSERVED',
      'POD_STATUS.REFRESHED',
      'TURN.STARTED',
      'UPDATE.RECEIVED',
    ]);
  });

  it('is JSON, and every id is unique', () => {
    expect(JSON.parse(JSON.stringify(chart))).toEqual(chart);
    expect(ids.size).toBe(chart.nodes.length);
    expect(new Set(chart.edges.map(({ id }) => id)).size).toBe(chart.edges.length);
  });

  it.each(RELEASE_NAMES)('is the same in %s: releases differ in what guards and actions do', (release) => {
    expect(podChart(releaseOf(release))).toEqual(chart);
  });
});
