import { useId, useState } from 'react';
import { commandLine, type FaultOperation, PALETTE } from '../../store/selectors/injectPalette';
import type { Situation } from '../../store/selectors/injectSituation';
import type { RunView } from '../../store/simulationStore';
import type { ArmedView, Command, GivenAt } from '../../transport/protocol';
import { Branches } from './Branches';
import { CommandForm } from './CommandForm';
import { valuesOf } from './commandForm';

const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

interface Props {
  readonly run: RunView;
  readonly situation: Situation | null;
  readonly give: (command: Command) => void;
  /** Does commands that change what is in force, at `at`, virtual ms. */
  readonly change: (commands: readonly Command[], at: number) => void;
  /** Puts another command in place of one that was given by hand. */
  readonly regive: (index: number, instead: GivenAt) => void;
  readonly mute: (index: number) => void;
}

/** What has been done to the run and can be changed or taken back: faults in force, commands given by hand, branches that were left. */
export function Tray({ run, situation, give, change, regive, mute }: Props) {
  const armed = run.moment?.armed ?? [];
  return (
    <div className="tray">
      <h3>Armed ({armed.length})</h3>
      <ul className="chips">
        {armed.map((fault, i) => (
          <ArmedChip
            // biome-ignore lint/suspicious/noArrayIndexKey: ids may repeat; the place in the table is what tells faults apart
            key={`${fault.spec.id} ${i}`}
            fault={fault}
            situation={situation}
            give={give}
            change={change}
          />
        ))}
      </ul>
      {run.given.length > 0 && (
        <>
          <h3>Given by hand</h3>
          <ol className="given">
            {run.given.map((given, i) => (
              <Given
                // biome-ignore lint/suspicious/noArrayIndexKey: the place in the list is what names a command
                key={i}
                given={given}
                situation={situation}
                regive={(instead) => regive(i, instead)}
                mute={() => mute(i)}
              />
            ))}
          </ol>
        </>
      )}
      <Branches run={run} />
    </div>
  );
}

/** A fault in force. Changing it lifts it and arms what is asked for instead, under the same name. */
function ArmedChip({
  fault,
  situation,
  give,
  change,
}: {
  readonly fault: ArmedView;
} & Pick<Props, 'situation' | 'give' | 'change'>) {
  const { spec, left, nth } = fault;
  const { id, operation, pod, kind } = spec;
  const name = `${operation}${pod === null ? '' : ` of ${pod}`}`;
  const lift: Command = { do: 'liftFault', name: id, operation: operation as FaultOperation, pod };
  const { id: _, ...rest } = spec;
  const now: Command = { ...rest, do: 'injectFault', name: id, times: left === 0 ? 1 : left, nth };
  return (
    <Changeable
      className="chip"
      command={now}
      at={null}
      label={`Edit ${name}`}
      situation={situation}
      give={(command, at) => change([lift, { ...command, name: id } as Command], at)}
      words={
        <span>
          <b>{operation}</b> {pod ?? 'any pod'}, {kind}, {leftWords(left)}
        </span>
      }
      also={
        <button type="button" aria-label={`Lift ${name}`} onClick={() => give(lift)}>
          Lift
        </button>
      }
    />
  );
}

/** A hang that has hit its last call holds it until it is lifted. */
const leftWords = (left: number | null): string =>
  left === null ? 'until lifted' : left === 0 ? 'holds a call' : `${left} left`;

function Given({
  given,
  situation,
  regive,
  mute,
}: {
  readonly given: GivenAt;
  readonly situation: Situation | null;
  readonly regive: (instead: GivenAt) => void;
  readonly mute: () => void;
}) {
  const id = useId();
  const { at, command } = given;
  const words = commandLine(command);
  return (
    <Changeable
      command={command}
      at={at}
      label={`Edit ${words}, ${secondsOf(at)}`}
      situation={situation}
      give={(next, then) => regive({ at: then, command: next })}
      words={
        <span id={id}>
          <span className="tray-time">{secondsOf(at)}</span>
          <span>{words}</span>
        </span>
      }
      also={
        <button type="button" aria-describedby={id} title="The same run without it" onClick={mute}>
          Mute
        </button>
      }
    />
  );
}

/** A line of the tray with its command's form, which opens under it. */
function Changeable(props: {
  readonly className?: string;
  readonly command: Command;
  /** When it was given, virtual ms; `null`: the change is given at the playhead. */
  readonly at: number | null;
  readonly label: string;
  readonly situation: Situation | null;
  readonly give: (command: Command, at: number) => void;
  readonly words: React.ReactNode;
  readonly also: React.ReactNode;
}) {
  const { command, at, label, situation } = props;
  const [isOpen, setOpen] = useState(false);
  const entry = PALETTE.find(
    ({ does, fault }) =>
      does === command.do && (command.do !== 'injectFault' || fault?.operation === command.operation),
  );
  return (
    <li className={props.className}>
      {props.words}
      <span className="tray-buttons">
        <button type="button" aria-label={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Edit
        </button>
        {props.also}
      </span>
      {isOpen && entry !== undefined && situation !== null && (
        <CommandForm
          entry={entry}
          situation={situation}
          change={{ label, values: valuesOf(command, at) }}
          give={(next, then) => {
            setOpen(false);
            props.give(next, then);
          }}
          close={() => setOpen(false)}
        />
      )}
    </li>
  );
}
