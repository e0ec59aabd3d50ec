import { fitLine, type Line, type Window } from './baseline.ts'
import { fitSigmoid, type SigmoidFit } from '../sigmoid/sigmoid-fit.ts'

/** Least part of a curve's variance a sigmoid must explain for its asymptote to be believed. */
const leastExplained = 0.98

/**
 * Baseline of a curve as the lower asymptote of its five-parameter sigmoid: a level, without slope.
 * Where no sigmoid fits, or its asymptote lies further below the window's mean than the curve rises,
 * it is the mean over the window. `window` is the curve's automatic window; the noise is what the curve
 * leaves over its line there, for a sigmoid's residuals are those of the growth. `fit` saves the work
 * where the curve's l5 fit is at hand.
 *
 * Asymptote as a baseline: Spiess et al. 2008, BMC Bioinf 9:221.
 */
export function fitAsymptote(
  curve: Float64Array,
  window: Window,
  fit: SigmoidFit = fitSigmoid(curve),
): Line {
  const { noise } = fitLine(curve, window)
  const mean = fitLine(curve, { start: window.start, end: window.end, level: true }).intercept
  const isBelieved =
    fit.converged && fit.r2 >= leastExplained && fit.d > fit.c && mean - fit.c < fit.d - mean
  return { intercept: isBelieved ? fit.c : mean, slope: 0, noise }
}
