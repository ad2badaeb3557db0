import { useEffect, useRef, useState } from 'react';
import { useLab, useOfPane } from '../../store/hooks';
import { loadPart } from '../../store/loadPart';
import { isReleaseName } from '../../store/vocabulary';
import { saveText } from '../shared/saveText';

/** A larger file is no scenario. */
const TOO_LARGE = 1_000_000;

/** The release of a scenario that names none. */
const USUAL = 'v1.27';

/** Open and save files, and the bug report. */
export function FileMenu() {
  const lab = useLab();
  const id = useOfPane(0, (run) => run?.id ?? null);
  const name = useOfPane(0, (run) => run?.name ?? 'scenario');
  const text = useOfPane(0, (run) => run?.texts.scenario);
  const input = useRef<HTMLInputElement>(null);
  const [saving, setSaving] = useState(false);
  useEffect(() => {
    if (!saving || text === undefined) return;
    setSaving(false);
    saveText(`${name.replace(/\.(ya?ml|json)$/, '').replace(/[^a-z0-9-]+/gi, '-')}.yaml`, text);
  }, [saving, text, name]);
  const open = async (file: File): Promise<void> => {
    const refuse = (problem: string): void => lab.set({ problem });
    if (file.size > TOO_LARGE)
      return refuse(`${file.name} is too large for a scenario (${file.size} bytes). Tip: Import reads logs`);
    const source = { kind: 'text', file: file.name, text: await file.text() } as const;
    const releases = lab.panes().map(({ release }) => release);
    lab.tryOpen(
      { source, releases: releases.length === 0 ? [USUAL] : releases, seed: null, given: [] },
      refuse,
      () => {
        // A run that was saved in a release plays in it, unless it is shown anyway; of a file that names none it cannot be told.
        const own = lab.panes()[0]?.scenario?.release ?? USUAL;
        if (isReleaseName(own) && own !== USUAL && !releases.includes(own)) lab.setReleases([own]);
      },
    );
  };
  const report = async (): Promise<void> => {
    const report = await loadPart(lab, import('../../store/bugReport'));
    if (report !== null)
      saveText('pod-worker-report.md', await report.bugReport(lab, location.href.split('#')[0] ?? ''));
  };
  return (
    <div className="files">
      <button type="button" onClick={() => input.current?.click()}>
        Open
      </button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".yaml,.yml,.json"
        aria-label="Open scenario file"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file !== undefined) void open(file);
          event.target.value = '';
        }}
      />
      <button
        type="button"
        disabled={id === null}
        onClick={() => {
          const run = lab.panes()[0];
          if (run === undefined) return;
          lab.simulation.actions.text(run.id, 'scenario', run.now, 0);
          setSaving(true);
        }}
      >
        Save
      </button>
      <button type="button" disabled={id === null} onClick={() => void report()}>
        Report
      </button>
    </div>
  );
}
