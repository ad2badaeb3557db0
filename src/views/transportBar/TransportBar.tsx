import { useEffect, useRef } from 'react';
import { useHorizon, useLab, useOfPane, useView } from '../../store/hooks';
import { interestingIn } from '../../store/selectors/interesting';
import { Icon } from '../shared/Icon';
import './transportBar.css';

/** Virtual seconds a second that can be chosen. */
const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 4, 10, 30, 100, 300, 1000] as const;

/** Play, step, scrub: the one clock of the page. */
export function TransportBar() {
  const lab = useLab();
  const playing = useView((view) => view.playing);
  const speed = useView((view) => view.speed);
  const skipIdle = useView((view) => view.skipIdle);
  return (
    <div role="toolbar" aria-label="Transport" className="transport">
      <button
        type="button"
        className="play"
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={() => (playing ? lab.pause() : lab.play())}
      >
        <Icon name={playing ? 'pause' : 'play'} />
      </button>
      <button type="button" aria-label="To start" onClick={() => lab.seek(0)}>
        <Icon name="toStart" />
      </button>
      <button
        type="button"
        aria-label="Previous interesting event"
        onClick={() => lab.step(-1, (run, e) => interestingIn(run.events, e))}
      >
        <Icon name="previousInteresting" />
      </button>
      <button type="button" aria-label="Previous event" onClick={() => lab.step(-1, () => true)}>
        <Icon name="previous" />
      </button>
      <button type="button" aria-label="Next event" onClick={() => lab.step(1, () => true)}>
        <Icon name="next" />
      </button>
      <button
        type="button"
        aria-label="Next interesting event"
        onClick={() => lab.step(1, (run, e) => interestingIn(run.events, e))}
      >
        <Icon name="nextInteresting" />
      </button>
      <button type="button" aria-label="To end" onClick={() => lab.seek(lab.horizon())}>
        <Icon name="toEnd" />
      </button>
      <label className="speed">
        <span className="sr-only">Speed</span>
        <select
          aria-label="Speed"
          value={speed}
          onChange={(event) => lab.setSpeed(Number(event.target.value))}
        >
          {SPEEDS.map((value) => (
            <option key={value} value={value}>
              {value}×
            </option>
          ))}
        </select>
      </label>
      <label className="skip">
        <input
          type="checkbox"
          checked={skipIdle}
          onChange={(event) => lab.set({ skipIdle: event.target.checked })}
        />
        skip idle
      </label>
      <UndoButtons />
      <Scrubber />
    </div>
  );
}

/** The slider is some hundred pixels long: into so many parts it can be moved, at least. */
const FINEST = 2000;

/** The playhead moves in every frame: it is written past React, which draws only what is said. */
function Scrubber() {
  const lab = useLab();
  const input = useRef<HTMLInputElement>(null);
  const clock = useRef<HTMLOutputElement>(null);
  const horizon = useHorizon();
  useEffect(() => {
    const show = (): void => {
      const { playhead, playing } = lab.view.getState();
      const slider = input.current;
      // While it plays not for less than the eye can see: every value is laid out anew.
      if (slider !== null && !(playing && Math.abs(Number(slider.value) - playhead) < horizon / FINEST))
        slider.value = String(Math.min(playhead, horizon));
      if (clock.current !== null) clock.current.textContent = clockText(playhead, horizon);
    };
    show();
    return lab.view.subscribe(show);
  }, [lab, horizon]);
  const text = useValueText();
  return (
    <div className="scrubber">
      <input
        ref={input}
        type="range"
        aria-label="Time"
        min={0}
        max={horizon}
        step={10}
        defaultValue={0}
        aria-valuetext={text}
        onChange={(change) => lab.seek(Number(change.target.value))}
      />
      <output ref={clock} className="clock" aria-hidden="true" />
    </div>
  );
}

const clockText = (playhead: number, horizon: number): string =>
  `${(playhead / 1000).toFixed(2)} / ${(horizon / 1000).toFixed(0)} s`;

/** What a screen reader says of the scrubber. */
function useValueText(): string {
  const beat = useView((view) => view.beat);
  const event = useView((view) => view.event);
  const length = useOfPane(0, (run) => run?.length ?? 0);
  const stuck = useOfPane(0, (run) =>
    (run?.moment?.pods ?? [])
      .filter((pod) => pod.stuck)
      .map((pod) => pod.name)
      .join(', '),
  );
  return [
    `${(beat / 1000).toFixed(2)} s`,
    ...(event === null ? [] : [`event ${event} of ${length}`]),
    ...(stuck === '' ? [] : [`${stuck} ${stuck.includes(',') ? 'are' : 'is'} stuck`]),
  ].join(', ');
}

function UndoButtons() {
  const lab = useLab();
  // Undo and redo change with the panes.
  useView((view) => view.panes);
  return (
    <>
      <button type="button" aria-label="Undo" aria-disabled={!lab.canUndo} onClick={() => lab.undo()}>
        <Icon name="undo" />
      </button>
      <button type="button" aria-label="Redo" aria-disabled={!lab.canRedo} onClick={() => lab.redo()}>
        <Icon name="redo" />
      </button>
    </>
  );
}
