import { useMemo } from 'react';
import { useLab, usePane, useView } from '../../store/hooks';
import { loadPart } from '../../store/loadPart';
import { differingPods } from '../../store/selectors/laneDifferences';
import { laneModelOf } from '../../store/selectors/laneModel';
import { bracketsOf, sharedNames, stuckFirst, togetherByName } from '../../store/selectors/laneOrder';
import { overlayOf } from '../../store/selectors/laneOverlay';
import type { RunView } from '../../store/simulationStore';
import type { PodUID } from '../../transport/protocol';
import { densityOf, HEAD } from './geometry';
import { BrokenLanes, LoadingLanes, NoPods, RefusedLanes } from './LaneFaces';
import { LaneStage } from './LaneStage';
import './lanes.css';

/** The time lanes of the run in a pane. */
export function Lanes({ pane }: { readonly pane: number }) {
  const run = usePane(pane);
  const other = usePane(pane === 0 ? 1 : 0);
  const isCompared = useView((view) => view.panes.length > 1);
  const isOverlay = useView((view) => view.layout === 'overlay') && isCompared;
  const onlyDifferent = useView((view) => view.layout === 'differences') && isCompared;
  const release = isOverlay ? `${run?.release} over ${other?.release}` : (run?.release ?? '');
  return (
    <section
      className="lanes"
      data-overlay={isOverlay}
      aria-label={isCompared ? `Lanes, ${release}` : 'Lanes'}
      style={
        { '--lanes-need': `${heightFor(run?.scenario?.pods.size ?? 3, isOverlay)}px` } as React.CSSProperties
      }
    >
      <h2 className="lanes-release">{release}</h2>
      {pane === 0 && run !== null && run.scenario !== null && <SavePicture />}
      {run === null || (run.length === 0 && run.diagnostics.length === 0 && run.broken === null) ? (
        <LoadingLanes />
      ) : run.diagnostics.length > 0 ? (
        <RefusedLanes run={run} />
      ) : (
        <RunLanes
          pane={pane}
          run={run}
          other={onlyDifferent ? other : null}
          under={isOverlay ? other : null}
          label={isCompared ? `Pods, ${release}` : 'Pods'}
        />
      )}
    </section>
  );
}

/** The lanes of all panes as a picture to take along. */
function SavePicture() {
  const lab = useLab();
  return (
    <select
      className="lanes-picture"
      aria-label="Save picture"
      value=""
      onChange={(event) => {
        const format = event.target.value as 'svg' | 'png';
        void loadPart(lab, import('./exportLanes')).then((part) => part?.exportLanes(lab, format));
      }}
    >
      <option value="">Picture</option>
      <option value="svg">Lanes as SVG</option>
      <option value="png">Lanes as PNG</option>
    </select>
  );
}

/** What the pods of a scenario take, px: known before the first of them has appeared, so that nothing moves then. */
const heightFor = (pods: number, isOverlay: boolean): number =>
  HEAD + densityOf(pods, isOverlay) * Math.max(1, pods) + 8;

interface Props {
  readonly pane: number;
  readonly run: RunView;
  /** Set where only rows that differ from it are to be shown. */
  readonly other: RunView | null;
  /** The run that lies in the same lanes, in the lower halves. */
  readonly under: RunView | null;
  readonly label: string;
}

function RunLanes({ pane, run, other, under, label }: Props) {
  const model = laneModelOf(run.events);
  const below = under === null ? null : laneModelOf(under.events);
  const { moment } = run;
  const theirs = other?.moment ?? null;
  const count = model.rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of rows grows in place; its length tells
  const overlay = useMemo(() => {
    if (below === null) return null;
    const { rows: all, lower } = overlayOf(model.rows, below.rows);
    return { rows: all, lanes: { rows: lower, node: below.node } };
  }, [model, count, below, below?.rows.length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const rows = useMemo(() => {
    if (overlay !== null) return overlay.rows;
    if (moment === null || theirs === null) return [...model.rows];
    const differing = differingPods(moment, theirs);
    return model.rows.filter(({ uid }) => differing.has(uid));
  }, [model, count, theirs === null ? null : moment, theirs, overlay]);
  const stuck = stuckIn(run).join(' ');
  const pods = moment?.pods.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pod's name does not change; there are new ones when there are more pods
  const names = useMemo(() => sharedNames(moment?.pods ?? []), [pods]);
  const ordered = useMemo(
    () => togetherByName(stuckFirst(rows, new Set(stuck.split(' ') as PodUID[])), names),
    [rows, stuck, names],
  );
  const brackets = useMemo(() => bracketsOf(ordered, names), [ordered, names]);
  const painted = useMemo(
    () => (overlay === null || under === null ? null : { run: under, lanes: overlay.lanes }),
    [overlay, under],
  );
  return (
    <>
      <LaneStage
        pane={pane}
        run={run}
        model={model}
        rows={ordered}
        brackets={brackets}
        under={painted}
        label={label}
      />
      {count === 0 && moment !== null ? <NoPods /> : null}
      {other !== null && count > 0 && rows.length === 0 ? (
        <p className="lane-note" role="note">
          No pod differs between the releases at this moment.
        </p>
      ) : null}
      {run.broken === null ? null : <BrokenLanes run={run} />}
    </>
  );
}

const stuckIn = (run: RunView): PodUID[] =>
  (run.moment?.pods ?? []).flatMap((pod) => (pod.stuck ? [pod.uid] : []));
