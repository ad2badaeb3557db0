import { describe, expect, it } from 'vitest';
import { EvidenceImport } from '../../src/importers/importEvidence';
import { Silences } from '../../src/importers/silences';

const line = (time: string, pid = 7): string =>
  `I1231 ${time}.000000    ${pid} kubelet.go:2330] "SyncLoop ADD" source="api" pods=["a/b"]`;

const gapsOf = (...files: readonly (readonly string[])[]) => {
  const evidence = new EvidenceImport();
  files.forEach((lines, i) => {
    evidence.begin(`file ${i + 1}`);
    evidence.push(lines.join('\n'));
    evidence.end();
  });
  return evidence.finish().gaps;
};

describe('gaps of a log', () => {
  it('are stretches of ten minutes and more without a line, whatever the lines say', () => {
    const gaps = gapsOf([line('10:00:00'), line('10:09:59'), line('10:20:00'), line('11:40:00')]);
    expect(gaps).toEqual([
      { node: null, fromLine: 2, toLine: 3, lasting: 601_000 },
      { node: null, fromLine: 3, toLine: 4, lasting: 4_800_000 },
    ]);
  });

  it('are those of each process by itself, and of each file', () => {
    const one = [line('10:00:00', 1), line('10:15:00', 2), line('10:20:00', 1)];
    expect(gapsOf(one, [line('10:00:00', 9), line('11:00:00', 9)])).toEqual([
      { node: null, fromLine: 1, toLine: 3, lasting: 1_200_000, file: 'file 1' },
      { node: null, fromLine: 1, toLine: 2, lasting: 3_600_000, file: 'file 2' },
    ]);
  });

  it('are found in a file with the newest lines first, and midnight of New Year is none', () => {
    expect(gapsOf([line('12:00:00'), line('10:00:00')]).map(({ lasting }) => lasting)).toEqual([7_200_000]);
    const newYear = [line('23:59:59'), line('00:00:01').replace('I1231', 'I0101')];
    expect(gapsOf(newYear)).toEqual([]);
  });

  it('are the three longest', () => {
    const silences = new Silences();
    let at = 0;
    [0, 11, 30, 20, 60, 15].forEach((minutes, i) => {
      at += minutes * 60_000;
      silences.observe(i + 1, at);
    });
    expect(silences.all().map(({ fromLine, lasting }) => [fromLine, lasting / 60_000])).toEqual([
      [2, 30],
      [3, 20],
      [4, 60],
    ]);
  });
});
