import { exp } from '../numbers/exp.ts'
import { log } from '../numbers/log.ts'

/** A value with its standard error. */
export interface Measured {
  value: number
  error: number
}

/**
 * Return the fluorescence that the template itself would have, N0 = F / E^Cq, in the unit of `fluorescence`:
 * proportional to its copies within an assay. The error is the part of Cq and efficiency, carried through the
 * logarithm: relative error^2 = (ln E * error(Cq))^2 + (Cq * error(E) / E)^2; an error that is NaN makes the result's
 * NaN.
 *
 * Ramakers et al., Neurosci Lett 2003;339:62; Ruijter et al., Nucleic Acids Res 2009;37:e45.
 */
export function findStartingFluorescence(
  fluorescence: number,
  cq: Measured,
  efficiency: Measured,
): Measured {
  const growth = log(efficiency.value)
  const value = fluorescence * exp(-growth * cq.value)
  const byCq = growth * cq.error
  const byEfficiency = (cq.value * efficiency.error) / efficiency.value
  return { value, error: value * Math.sqrt(byCq * byCq + byEfficiency * byEfficiency) }
}

/** Reagent that sets the number of copies at which an assay's growth stops being exponential. */
export type LimitingFactor =
  /** A dye that binds anywhere along the product, e.g. SYBR Green I: dye in nmol/l, product in bp. */
  | { kind: 'dye'; concentration: number; amplicon: number }
  /** A dye that saturates the product, e.g. EvaGreen, or a probe: the scarcer primer in nmol/l. */
  | { kind: 'saturating dye' | 'probe'; primer: number }

/** Copies at TD0 for each unit of the limiting factor, found for RDML-Tools 2. */
const factors = { dye: 1.5, 'saturating dye': 0.04, probe: 0.1 } as const
/** Molecules in a nanomole per litre of a microlitre. */
const perNanomolarMicrolitre = 602214076
const mostEfficiency = 2.3

/**
 * Estimate the copies in a reaction without any standard: at TD0 every reaction of an assay holds the number of
 * copies at which its dye or primers start to limit it, so that the copies at the start are that
 * number / E^TD0. `volume` in microlitres. Experimental, good to a factor of about two. NaN when the
 * efficiency is out of any reason (1 to 2.3) or there is no TD0.
 *
 * RDML-Tools 2; Untergasser et al., BMC Bioinformatics 2021;22:398.
 */
export function estimateCopies(
  td0: number,
  efficiency: number,
  limit: LimitingFactor,
  volume: number,
  singleStranded: boolean,
): number {
  if (!(td0 > 0 && efficiency > 1 && efficiency < mostEfficiency)) return Number.NaN
  const supply = limit.kind === 'dye' ? limit.concentration / limit.amplicon : limit.primer
  const copies = factors[limit.kind] * supply * perNanomolarMicrolitre * volume
  // Double a single strand, as the first cycle does; a double one is not doubled by it.
  return (singleStranded ? 2 : 1) * copies * exp(-log(efficiency) * td0)
}
