/** The height of a chart, px; its placeholder has the same. */
export const CHART_HEIGHT = 56;

/** The width of the axis of values, px: fixed, so that time stands at the same place in every chart. */
export const AXIS_WIDTH = 30;

export const MARGIN = { top: 6, right: 4, bottom: 4, left: 0 } as const;
