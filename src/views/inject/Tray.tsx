import { useId } from 'react';
import { useLab, useSimulation, useView } from '../../store/hooks';
import { commandLine, type FaultOperation } from '../../store/selectors/injectPalette';
import type { RunView } from '../../store/simulationStore';
import type { ArmedView, Command, RunId } from '../../transport/protocol';

const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** What has been done to the run and can be taken back: faults in force, commands given by hand, branches that were left. */
export function Tray({
  run,
  give,
  mute,
}: {
  readonly run: RunView;
  readonly give: (command: Command) => void;
  readonly mute: (index: number) => void;
}) {
  const armed = run.moment?.armed ?? [];
  return (
    <div className="tray">
      <h3>Armed ({armed.length})</h3>
      <ul className="chips">
        {armed.map((fault) => (
          <ArmedChip key={`${fault.id} ${fault.operation} ${fault.pod ?? ''}`} fault={fault} give={give} />
        ))}
      </ul>
      {run.given.length > 0 && (
        <>
          <h3>Given by hand</h3>
          <ol className="given">
            {run.given.map(({ at, command }, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what names a command
              <Given key={i} at={at} command={command} mute={() => mute(i)} />
            ))}
          </ol>
        </>
      )}
      <Branches run={run} />
    </div>
  );
}

function ArmedChip({
  fault,
  give,
}: {
  readonly fault: ArmedView;
  readonly give: (command: Command) => void;
}) {
  const { id, operation, pod, kind, left } = fault;
  return (
    <li className="chip">
      <span>
        <b>{operation}</b> {pod ?? 'any pod'}, {kind}, {left === null ? 'until lifted' : `${left} left`}
      </span>
      <button
        type="button"
        aria-label={`Lift ${operation}${pod === null ? '' : ` of ${pod}`}`}
        onClick={() => give({ do: 'liftFault', name: id, operation: operation as FaultOperation, pod })}
      >
        Lift
      </button>
    </li>
  );
}

function Given({
  at,
  command,
  mute,
}: {
  readonly at: number;
  readonly command: Command;
  readonly mute: () => void;
}) {
  const id = useId();
  return (
    <li>
      <span id={id}>
        <span className="tray-time">{secondsOf(at)}</span>
        <span>{commandLine(command)}</span>
      </span>
      <button type="button" aria-describedby={id} title="The same run without it" onClick={mute}>
        Mute
      </button>
    </li>
  );
}

/** The root of the tree that a run belongs to, as far as it is still there. */
function rootOf(runs: ReadonlyMap<RunId, RunView>, run: RunView): RunId {
  const parent = run.parent === null ? undefined : runs.get(run.parent.run);
  return parent === undefined ? run.id : rootOf(runs, parent);
}

function Branches({ run }: { readonly run: RunView }) {
  const lab = useLab();
  const runs = useSimulation((state) => state.runs);
  const panes = useView((view) => view.panes);
  const id = useId();
  const root = rootOf(runs, run);
  const others = [...runs.values()].filter(
    (other) => !panes.includes(other.id) && rootOf(runs, other) === root,
  );
  if (others.length === 0) return null;
  return (
    <>
      <h3>Branches</h3>
      <ul className="given">
        {others.map((other, i) => {
          const last = other.given.at(-1);
          const words = last === undefined ? 'as it was, nothing by hand' : commandLine(last.command);
          const time = other.parent === null ? '0.0 s' : secondsOf(other.parent.at);
          return (
            <li key={other.id}>
              <span id={`${id}-${i}`}>
                <span className="tray-time">{time}</span>
                <span>{words}</span>
              </span>
              <button type="button" aria-describedby={`${id}-${i}`} onClick={() => lab.showBranch(other.id)}>
                Show
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}
