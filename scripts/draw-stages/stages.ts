import { drawBaseline } from './pictures/baseline.ts'
import { drawCalls } from './pictures/calls.ts'
import { drawCompensation } from './pictures/compensation.ts'
import { drawConsensus } from './pictures/consensus.ts'
import { drawEfficiency } from './pictures/efficiency.ts'
import { drawGenotypes } from './pictures/genotypes.ts'
import { drawHook } from './pictures/hook.ts'
import { drawMelt } from './pictures/melt.ts'
import { drawPassiveReference } from './pictures/passive-reference.ts'
import { drawPlate } from './pictures/plate.ts'
import { drawReferenceStability } from './pictures/reference-stability.ts'
import { drawRelativeQuantity } from './pictures/relative-quantity.ts'
import { drawSigmoid } from './pictures/sigmoid.ts'
import { drawStandardCurve } from './pictures/standard-curve.ts'
import { drawTakeOff } from './pictures/take-off.ts'
import { drawThreshold } from './pictures/threshold.ts'

/** Every picture of docs/curves.md by its file name, in the order of its sections. */
export const stages: Readonly<Record<string, () => string | Promise<string>>> = {
  'colour-compensation': drawCompensation,
  'passive-reference': drawPassiveReference,
  baseline: drawBaseline,
  threshold: drawThreshold,
  sigmoid: drawSigmoid,
  'take-off': drawTakeOff,
  consensus: drawConsensus,
  efficiency: drawEfficiency,
  calls: drawCalls,
  hook: drawHook,
  'standard-curve': drawStandardCurve,
  'relative-quantity': drawRelativeQuantity,
  'reference-stability': drawReferenceStability,
  genotypes: drawGenotypes,
  melt: drawMelt,
  plate: drawPlate,
}
