import type { ImportedSampleType, ImportedTarget, ImportedWell } from '../imported-run.ts'

const types: Readonly<Record<string, ImportedSampleType>> = {
  unknown: 'unkn',
  target: 'unkn',
  standard: 'std',
  ntc: 'ntc',
  negativecontrol: 'ntc',
  nc: 'ntc',
  nac: 'nac',
  blockedipc: 'nac',
  nrt: 'nrt',
  norttemplate: 'nrt',
  positivecontrol: 'pos',
  pc: 'pos',
  positive: 'pos',
  pcallele1: 'pos',
  pcallele2: 'pos',
  pcalleleboth: 'pos',
}

/** Types that the task of one target gives to the whole well, the strongest first. */
const order: readonly ImportedSampleType[] = ['nac', 'ntc', 'nrt', 'std', 'pos']

/** Takes over the task of a target: the type of the well's sample, or that the target is a reference. */
export function takeTask(well: ImportedWell, target: ImportedTarget, task: string): void {
  const plain = task.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (/^(endogenous|endogenouscontrol|reference)$/.test(plain)) target.type = 'ref'
  const type = types[plain]
  if (type === undefined || type === 'unkn') return
  const strength = (one: ImportedSampleType) => {
    const at = order.indexOf(one)
    return at < 0 ? order.length : at
  }
  if (strength(type) < strength(well.sampleType)) well.sampleType = type
}
