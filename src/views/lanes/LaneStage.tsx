import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLab, useView } from '../../store/hooks';
import type { bracketsOf } from '../../store/selectors/laneOrder';
import { neighbourEvent } from '../../store/selectors/laneSearch';
import type { LaneModel, LaneRow } from '../../store/selectors/laneTypes';
import type { RunView } from '../../store/simulationStore';
import type { PodUID } from '../../transport/protocol';
import { columnsOf, densityOf, LEFT } from './geometry';
import { LaneGrid } from './LaneGrid';
import { LaneMenu, type MenuPlace } from './LaneMenu';
import { LaneTooltip } from './LaneTooltip';
import { type PaintInput, useFollowing, useLanePainter } from './useLanePainter';
import { type Hover, useLanePointer } from './useLanePointer';

interface Props {
  readonly pane: number;
  readonly run: RunView;
  readonly model: LaneModel;
  /** The rows that are shown, of the model's. */
  readonly rows: readonly LaneRow[];
  /** Where rows stand in the bracket around those of one name. */
  readonly brackets: ReturnType<typeof bracketsOf>;
  /** The second run of an overlay, in the same lanes. */
  readonly under: PaintInput['under'];
  readonly label: string;
}

/** One run's lanes: a canvas for the picture, a grid for the words, over each other. */
export function LaneStage({ pane, run, model, rows, brackets, under, label }: Props) {
  const lab = useLab();
  const selected = useView((view) => view.pod);
  const stage = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 900, height: 300 });
  const [hover, setHover] = useState<Hover | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const cursor = useRef<number | null>(null);
  // Before it is painted for the first time: columns that come out otherwise would be seen to jump.
  useLayoutEffect(() => {
    const element = stage.current;
    if (element === null) return;
    const { width, height } = element.getBoundingClientRect();
    if (width > 0) setSize({ width, height });
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined || entry.contentRect.width === 0) return;
      setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const columns = columnsOf(size.width);
  const left = LEFT[columns];
  const density = densityOf(rows.length, under !== null);
  const width = Math.max(1, size.width - left);
  const input = { run, rows, under, density, left, width, height: size.height };
  const pods = useMemo(() => new Map((run.moment?.pods ?? []).map((pod) => [pod.uid, pod])), [run.moment]);
  const theirs = useMemo(() => {
    if (under === null || under.run.moment === null) return null;
    const byUid = new Map(under.run.moment.pods.map((pod) => [pod.uid, pod]));
    return new Map(
      [...under.lanes.rows].flatMap(([uid, row]) => {
        const pod = byUid.get(row.uid);
        return pod === undefined ? [] : [[uid, pod] as const];
      }),
    );
  }, [under]);
  const nameOf = (uid: PodUID): string =>
    (pods.get(uid) ?? theirs?.get(uid))?.name ?? model.rowOf(uid)?.name ?? uid.slice(0, 8);
  /** The selection's event is one of the first pane; another pane's is told by its time. */
  const pick = (uid: PodUID | null, eventId: number | null, isUnder = false): void => {
    cursor.current = eventId;
    const { events } = isUnder && under !== null ? under.run : run;
    const at = eventId === null ? null : (events[eventId]?.at ?? null);
    if (pane === 0 && !isUnder) lab.select(uid, eventId);
    else {
      lab.select(uid);
      if (at !== null) lab.seek(at);
    }
  };
  const step = (row: LaneRow, direction: 1 | -1): void => {
    const { playhead, event } = lab.view.getState();
    const known = pane === 0 ? event : cursor.current;
    const id = known !== null && run.events[known]?.at === playhead ? known : null;
    const next = neighbourEvent(row.events, (of) => run.events[of]?.at ?? 0, { id, at: playhead }, direction);
    if (next !== null) pick(row.uid, next);
  };
  const openMenu = (uid: PodUID, x: number, y: number): void => {
    const corner = stage.current?.getBoundingClientRect();
    if (corner === undefined) return;
    setHover(null);
    // Over the page, not in the stage, which is too low for it.
    setMenu({
      uid,
      x: Math.max(4, Math.min(corner.left + x, innerWidth - MENU.width)),
      y: Math.max(4, Math.min(corner.top + y, innerHeight - MENU.height)),
    });
  };
  const closeMenu = (chose: boolean): void => {
    const uid = menu?.uid;
    setMenu(null);
    if (!chose) focusRow(stage.current, uid);
  };
  useLanePainter(lab, canvas, scroller, input);
  useFollowing(lab, pane === 0);
  useLanePointer(lab, stage, scroller, input, {
    onHover: setHover,
    onPick: (row, eventId, isUnder) => pick(row?.uid ?? null, eventId, isUnder),
    onMenu: (row, x, y) => openMenu(row.uid, x, y),
  });
  return (
    <div
      ref={stage}
      className="lane-stage"
      data-columns={columns}
      style={{ '--lane-left': `${left}px` } as React.CSSProperties}
    >
      <LaneGrid
        label={label}
        rows={rows}
        brackets={brackets}
        pods={pods}
        isTold={run.moment !== null}
        theirs={theirs}
        nameOf={nameOf}
        selected={selected}
        density={density}
        scroller={scroller}
        onSelect={(uid) => pick(uid, null)}
        onStep={step}
        onMenu={(uid, top) => openMenu(uid, left / 2, top)}
      />
      {/* It has no content of its own, so assistive technology passes over it; the grid has the words. */}
      <canvas ref={canvas} className="lane-canvas" style={{ left, width, height: size.height }} />
      <LaneTooltip
        hover={hover}
        run={hover?.isUnder === true && under !== null ? under.run : run}
        nameOf={nameOf}
        width={size.width}
      />
      {menu !== null && (
        <LaneMenu key={menu.uid} place={menu} run={run} name={nameOf(menu.uid)} close={closeMenu} />
      )}
    </div>
  );
}

/** The room that a menu takes at most, px. */
const MENU = { width: 214, height: 350 };

/** Gives the focus back to the cell of a row that Tab leads to, or to its first. */
function focusRow(stage: HTMLElement | null, uid: PodUID | undefined): void {
  const row = [...(stage?.querySelectorAll<HTMLElement>('[data-uid]') ?? [])].find(
    (candidate) => candidate.dataset.uid === uid,
  );
  (
    row?.querySelector<HTMLElement>('[tabindex="0"]') ?? row?.querySelector<HTMLElement>('[tabindex]')
  )?.focus();
}
