import { type ImportedSampleType, type ImportedWell } from '../imported-run.ts'
import type { PlateShape, WellPosition } from '../plate.ts'
import type { XmlElement } from '../read-xml.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import { classOf, itemsOf, numberOf, objectOf, textOf } from './ixo-tree.ts'

const types: Readonly<Record<string, ImportedSampleType>> = {
  qsUnknown: 'unkn',
  qsStandard: 'std',
  qsNegative: 'ntp',
  qsPositive: 'pos',
}

/** Return the position of a place that is counted along the rows from 0. */
export function positionIn({ columns }: PlateShape, place: number): WellPosition {
  return { row: Math.floor(place / columns), column: place % columns }
}

/** Read the samples by position, and for each of their channels the target, what the well is, and its concentration. */
export function readIxoSamples(
  root: XmlElement,
  draft: RunDraft,
  plate: PlateShape,
  channels: readonly string[],
): void {
  const list = objectOf(objectOf(root, 'AnlsAndSampleInfo'), 'SampleInfoList')
  for (const sample of itemsOf(list)) {
    const at = numberOf(sample, 'ContainerPosition')
    if (!(at >= 0 && at < plate.rows * plate.columns)) {
      draft.notices.add('row_ignored', { line: sample.line, path: 'ContainerPosition' })
      continue
    }
    const well = draft.openWell(positionIn(plate, at))
    const place = { line: sample.line, path: 'SamplePropInfo' }
    for (const one of itemsOf(objectOf(sample, 'SampleProperties'))) {
      if (classOf(one) === 'GenSampleEditName') draft.nameSample(well, textOf(one, 'name'), place)
    }
    const properties = objectOf(objectOf(sample, 'ChannelProperties'), 'ChannelProperties')
    for (const channel of itemsOf(properties)) {
      readChannel(itemsOf(channel), well, draft, channels)
    }
  }
}

/** Read the properties of one channel of a sample: each names the channel again. */
function readChannel(
  properties: readonly XmlElement[],
  well: ImportedWell,
  draft: RunDraft,
  channels: readonly string[],
): void {
  const index = properties
    .map((one) => numberOf(objectOf(one, 'ChannelProp'), 'ChannelIdx'))
    .find(Number.isInteger)
  const channel = channels[index ?? -1]
  if (channel === undefined) return
  const found = (name: string) => properties.find((one) => classOf(one) === name)
  const target = draft.openTarget(well, textOf(found('TargetName'), 'name'), channel)
  const word = textOf(found('QuantSampleTypeProperty'), 'SampleType')
  const type = types[word]
  const place = { line: properties[0]?.line ?? 0, path: 'SampleType' }
  if (type) draft.setType(well, type, place)
  else if (word !== '')
    draft.notices.add('sample_type_unknown', place, { found: word.slice(0, 40) })
  const value = numberOf(found('QuantConcProperty'), 'Concentration')
  if (type === 'std' && value > 0 && Number.isFinite(value)) {
    target.quantity = { value, unit: 'other' }
  }
}
