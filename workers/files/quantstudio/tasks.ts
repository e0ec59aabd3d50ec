import { readSampleType } from '../../../domain/rules/list-words.ts'
import {
  type ImportedSampleType,
  type ImportedTarget,
  type ImportedWell,
  rdmlTypeOf,
} from '../imported-run.ts'
import type { NoticeList } from '../notices.ts'
import type { Place } from '../refuse-file.ts'

const types = new Map(
  Object.entries<ImportedSampleType>({
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
  }),
)

/** Types that the task of one target gives to the whole well, the strongest first. */
const order: readonly ImportedSampleType[] = ['nac', 'ntc', 'nrt', 'ntp', 'std', 'pos']

/**
 * Take over the task of a target: the type of the well's sample, or that the target is a reference. A word that is
 * neither the software's nor one of a laboratory is named in a notice. Return the type, if the word has one.
 */
export function takeTask(
  well: ImportedWell,
  target: ImportedTarget,
  task: string,
  { notices, place }: { notices: NoticeList; place: Place },
): ImportedSampleType | undefined {
  const plain = task.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const isReference = /^(endogenous|endogenouscontrol|reference)$/.test(plain)
  if (isReference) target.type = 'ref'
  const word = readSampleType(task)
  const type = types.get(plain) ?? (word === null ? undefined : rdmlTypeOf[word])
  if (type === undefined && task !== '' && !isReference) {
    notices.add('sample_type_unknown', place, { found: task.slice(0, 40) })
  }
  if (type === undefined || type === 'unkn') return type
  const strength = (one: ImportedSampleType) => {
    const at = order.indexOf(one)
    return at < 0 ? order.length : at
  }
  if (strength(type) < strength(well.sampleType)) well.sampleType = type
  return type
}
