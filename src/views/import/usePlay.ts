import { useLab } from '../../store/hooks';
import type { ReproducedScenario } from '../../transport/evidenceProtocol';
import { saveText } from '../shared/saveText';

/** Hours of a log are not to be waited for. */
const SPEED = 10;

const FILE = 'from-evidence.yaml';

/** What can be done with evidence that became a scenario: it is played in the lanes, beside the repair if it needs one, or saved. */
export function usePlay(): {
  readonly play: (scenario: ReproducedScenario) => void;
  readonly save: (scenario: ReproducedScenario) => void;
} {
  const lab = useLab();
  return {
    play: ({ text, release }) => {
      lab.replace({ kind: 'text', file: FILE, text }, release === 'v1.26' ? ['v1.26', 'v1.27'] : [release]);
      lab.setTab('statechart');
      lab.set({ speed: SPEED, skipIdle: true, playing: true });
      document.querySelector('.panes')?.scrollIntoView({ block: 'nearest' });
    },
    save: ({ text }) => saveText(FILE, text, 'application/yaml'),
  };
}
