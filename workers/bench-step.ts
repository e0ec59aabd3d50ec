/** Changes by a step: small, so that it can cross to the page with every frame. */
export interface BenchStep {
  /** Wells; the arrays below are `[target * wells + well]` in the order of the recipe. */
  wells: number
  /** Cq, NaN for none. */
  cq: Float64Array
  /** Place in `callNames`; `noCall` where the target is not looked for. */
  calls: Uint8Array
  /** In the unit of dRn; NaN where there is none. */
  thresholds: Float64Array
}

/** Keep it apart from the workbench: a page that imports it from there carries the tables of the calculation along. */
export const noCall = 255
