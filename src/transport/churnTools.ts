import type { ChurnOptions } from '../engine/churn/churnPlan';
import { deletionBound } from '../engine/churn/deletionBound';
import { ChurnRun } from '../engine/churn/runChurn';
import type { Release } from '../kubelet/releases';
import type { ChurnResult } from './protocol';

/** Carrying out a churn. Apart, since most pages never start one. */
export interface ChurnTools {
  readonly churn: {
    begin(options: ChurnOptions, release: Release): ChurnRun;
    /** What one that is over came to. */
    resultOf(run: ChurnRun, options: ChurnOptions): ChurnResult;
  };
}

/** The tools themselves. */
export const CHURN_TOOLS: ChurnTools = {
  churn: {
    begin: (options, release) => new ChurnRun(options, release),
    resultOf: (run, { parallel }) => ({
      report: run.report(),
      deletions: run.deletionTimes(),
      bound: deletionBound(parallel),
    }),
  },
};
