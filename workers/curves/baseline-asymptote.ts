import { fitLine, type Line, type Window } from './baseline.ts'
import { fitSigmoid, type SigmoidFit } from '../sigmoid/sigmoid-fit.ts'

/** Least part of a curve's variance a sigmoid must explain for its asymptote to be believed. */
const leastExplained = 0.98

/**
 * Return the baseline of a curve as the lower asymptote of its five-parameter sigmoid: a level, without slope. Fall
 * back to the mean over the window if no sigmoid fits, or if its asymptote is further below that mean than the curve
 * rises. `window` is the curve's automatic window; the noise is that of the curve around its line there, because a
 * sigmoid's residuals are those of the growth. Pass `fit` if the curve's l5 fit is already known.
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
