import type { PlateShape } from '../plate.ts'
import type { XmlElement } from '../read-xml.ts'
import type { RunDraft } from '../tables/run-draft.ts'
import { positionIn } from './ixo-samples.ts'
import { classOf, itemsOf, numberOf, objectOf, textOf } from './ixo-tree.ts'

/** Calls of the software: a crossing point is one only where the call is positive. */
const [negative, positive] = [0, 2]

/**
 * Read the crossing points of absolute quantifications; the first one of a channel counts. All other analyses, and those
 * of a ratio of two channels, are named in a notice.
 */
export function readIxoResults(
  root: XmlElement,
  draft: RunDraft,
  plate: PlateShape,
  channels: readonly string[],
): void {
  const read = new Set<string>()
  for (const analysis of itemsOf(objectOf(root, 'analyses'))) {
    const channel = channelOf(analysis)
    const isRead = channel !== null && channels.includes(channel) && !read.has(channel)
    if (!isRead) {
      const element = textOf(analysis, 'name') || classOf(analysis)
      draft.notices.add('element_ignored', { path: 'analyses' }, { element, count: 1 })
      continue
    }
    read.add(channel)
    for (const sample of itemsOf(objectOf(analysis, 'AnaSamples'))) {
      readSample(sample, channel, draft, plate)
    }
  }
}

/** Return the channel of an absolute quantification, such as `498-640`; null for any other analysis. */
function channelOf(analysis: XmlElement): string | null {
  if (classOf(analysis) !== 'Legacy Absolute Quantification Analysis') return null
  const ratio = objectOf(analysis, 'ChannelRatio')
  if (numberOf(ratio, 'DenominatorEWL') > 0) return null
  return `${textOf(ratio, 'NumeratorXWL')}-${textOf(ratio, 'NumeratorEWL')}`
}

function readSample(sample: XmlElement, channel: string, draft: RunDraft, plate: PlateShape): void {
  const at = numberOf(sample, 'Pos')
  if (!(at >= 0 && at < plate.rows * plate.columns)) {
    draft.notices.add('row_ignored', { line: sample.line, path: 'Pos' })
    return
  }
  const target = draft.openTarget(draft.openWell(positionIn(plate, at)), '', channel)
  const [call, cp] = [numberOf(sample, 'Call'), numberOf(sample, 'CrossingPoint')]
  target.cqGiven = true
  target.cq = call === positive && cp > 0 && Number.isFinite(cp) ? cp : null
  // Keep the figures of other calls as a note: nothing documents what the software shows for them.
  if (call !== positive && call !== negative)
    target.note = `Call ${textOf(sample, 'Call')}, Cp ${cp}`
  if (textOf(sample, 'IsIncluded') === '0') target.excluded = ''
}
