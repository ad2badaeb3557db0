import { type RefObject, useEffect, useRef } from 'react';
import type { Lab } from '../../store/lab';
import { laneModelOf } from '../../store/selectors/laneModel';
import { panBy, windowOf, zoomAround } from '../../store/selectors/laneWindow';
import { HEAD, NODE_LANE, type Scale, scaleOf } from './geometry';
import { type Hit, halfAt, hitNode, hitRow, rowIndexAt, type Zone, zoneOf } from './hitTest';
import { extentIn, type PaintInput } from './useLanePainter';

/** What is under the pointer, for the tooltip. Places in px from the pane's corner. */
export interface Hover {
  readonly x: number;
  readonly y: number;
  readonly row: PaintInput['rows'][number] | null;
  readonly hit: Hit;
  /** It lies in the second run of an overlay. */
  readonly isUnder: boolean;
}

interface Handlers {
  readonly onHover: (hover: Hover | null) => void;
  /** A click on a row (`null`: on the node's lane) and what of it. */
  readonly onPick: (row: PaintInput['rows'][number] | null, eventId: number | null, isUnder: boolean) => void;
  /** A right click, or a long press, on a row, px from the pane's corner. */
  readonly onMenu: (row: PaintInput['rows'][number], x: number, y: number) => void;
}

/** A pointer that has moved less than this has clicked, px. */
const STILL = 4;

/** The menu lies over the lanes and takes its own clicks. */
const isInMenu = ({ target }: MouseEvent): boolean =>
  target instanceof Element && target.closest('[role="menu"]') !== null;

/** Drag on the axis scrubs, on the overview moves the window, on the rows pans; ctrl and wheel zoom; a click picks. */
export function useLanePointer(
  lab: Lab,
  stage: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  input: PaintInput,
  handlers: Handlers,
): void {
  const latest = useRef({ input, handlers });
  useEffect(() => {
    latest.current = { input, handlers };
  });
  useEffect(() => {
    const element = stage.current;
    if (element === null) return;
    let drag: { zone: Zone; x: number; y: number; moved: boolean } | null = null;
    const placeOf = (event: MouseEvent): { x: number; y: number } => {
      const { left, top } = element.getBoundingClientRect();
      return { x: event.clientX - left - latest.current.input.left, y: event.clientY - top };
    };
    const scale = (): Scale =>
      scaleOf(windowOf(lab.view.getState().zoom, extentIn(lab)), latest.current.input.width);
    const whatIsAt = ({ x, y }: { x: number; y: number }): Omit<Hover, 'x' | 'y'> | null => {
      const { run, rows, under, density } = latest.current.input;
      const zone = zoneOf(y);
      if (zone === 'node') {
        const isUnder = under !== null && y > HEAD - NODE_LANE / 2;
        const { node } = laneModelOf(isUnder ? under.run.events : run.events);
        return { row: null, hit: { eventId: hitNode(node, scale(), x), bar: null }, isUnder };
      }
      if (zone !== 'rows') return null;
      const scrollTop = scroller.current?.scrollTop ?? 0;
      const index = rowIndexAt(y, scrollTop, density);
      const row = rows[index];
      if (row === undefined) return null;
      const nothing = { row, hit: { eventId: null, bar: null }, isUnder: false };
      if (x < 0) return nothing;
      const inRow = y - (index * density - scrollTop + HEAD);
      const half = under === null ? 'whole' : halfAt(inRow, density);
      const hit = half === 'lower' ? under?.lanes.rows.get(row.uid) : row;
      if (hit === undefined) return nothing;
      return { row, hit: hitRow(hit, scale(), x, inRow, density, half), isUnder: half === 'lower' };
    };
    const scrub = (zone: Zone, x: number): void => {
      const extent = extentIn(lab);
      const { width } = latest.current.input;
      if (zone === 'axis') return lab.seek(scale().toTime(x));
      const shown = windowOf(lab.view.getState().zoom, extent);
      if (shown.from <= 0 && shown.to >= extent) return lab.seek((x / width) * extent);
      const middle = (shown.from + shown.to) / 2;
      lab.set({ zoom: panBy(shown, (x / width) * extent - middle, extent) });
    };
    const down = (event: PointerEvent): void => {
      const place = placeOf(event);
      if (event.button !== 0 || place.x < 0 || isInMenu(event)) return;
      const zone = zoneOf(place.y);
      drag = { zone, ...place, moved: false };
      if (zone === 'axis' || zone === 'minimap') {
        element.setPointerCapture(event.pointerId);
        scrub(zone, place.x);
      }
    };
    const move = (event: PointerEvent): void => {
      const place = placeOf(event);
      if (drag === null) {
        const found = place.x < 0 || event.pointerType === 'touch' ? null : whatIsAt(place);
        const isSomething = found !== null && found.hit.eventId !== null;
        return latest.current.handlers.onHover(
          isSomething ? { ...found, x: place.x + latest.current.input.left, y: place.y } : null,
        );
      }
      if (drag.zone === 'axis' || drag.zone === 'minimap') return scrub(drag.zone, place.x);
      if (!drag.moved && Math.abs(place.x - drag.x) < STILL) return;
      if (!drag.moved) element.setPointerCapture(event.pointerId);
      const shown = windowOf(lab.view.getState().zoom, extentIn(lab));
      const perPx = (shown.to - shown.from) / latest.current.input.width;
      lab.set({ zoom: panBy(shown, (drag.x - place.x) * perPx, extentIn(lab)) });
      drag = { ...drag, x: place.x, moved: true };
      latest.current.handlers.onHover(null);
    };
    // The click comes after `pointerup` and must still know that it ended a drag.
    const up = (): void => {
      const ended = drag;
      setTimeout(() => {
        if (drag === ended) drag = null;
      });
    };
    const click = (event: MouseEvent): void => {
      if (isInMenu(event)) return;
      const wasDrag = drag !== null && (drag.moved || drag.zone === 'axis' || drag.zone === 'minimap');
      drag = null;
      if (wasDrag) return;
      const found = whatIsAt(placeOf(event));
      if (found !== null) latest.current.handlers.onPick(found.row, found.hit.eventId, found.isUnder);
    };
    // Long presses come as this event, too.
    const menu = (event: MouseEvent): void => {
      const place = placeOf(event);
      const row = whatIsAt(place)?.row ?? null;
      if (row === null) return;
      event.preventDefault();
      drag = null;
      latest.current.handlers.onMenu(row, place.x + latest.current.input.left, place.y);
    };
    const wheel = (event: WheelEvent): void => {
      const { x } = placeOf(event);
      if (x < 0 || !(event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) return;
      event.preventDefault();
      const extent = extentIn(lab);
      const shown = windowOf(lab.view.getState().zoom, extent);
      const perPx = (shown.to - shown.from) / latest.current.input.width;
      const zoom = event.ctrlKey
        ? zoomAround(shown, shown.from + x * perPx, Math.exp(event.deltaY * 0.004), extent)
        : panBy(shown, event.deltaX * perPx, extent);
      lab.set({ zoom });
    };
    const leave = (): void => latest.current.handlers.onHover(null);
    const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
    for (const [name, listener] of Object.entries(listeners))
      element.addEventListener(name, listener as EventListener);
    element.addEventListener('pointerleave', leave);
    element.addEventListener('click', click);
    element.addEventListener('contextmenu', menu);
    element.addEventListener('wheel', wheel, { passive: false });
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        element.removeEventListener(name, listener as EventListener);
      element.removeEventListener('pointerleave', leave);
      element.removeEventListener('click', click);
      element.removeEventListener('contextmenu', menu);
      element.removeEventListener('wheel', wheel);
    };
  }, [lab, stage, scroller]);
}
