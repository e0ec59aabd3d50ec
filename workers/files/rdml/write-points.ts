import { curveOf, temperaturesOf, type Readings } from '../../curves/readings.ts'
import type { NoticeList } from '../notices.ts'
import { writeNumber } from '../write-number.ts'

/** Write the `adp` elements of one curve; cycles that were not measured have none. */
export function writeAmplification(readings: Readings, channel: string, well: number): string {
  const index = readings.channels.indexOf(channel)
  if (index < 0) return ''
  const temperatures = temperaturesOf(readings, well)
  let text = ''
  curveOf(readings, index, well).forEach((value, i) => {
    if (!Number.isFinite(value)) return
    const temperature = temperatures[i] ?? Number.NaN
    const tmp = Number.isFinite(temperature) ? `<tmp>${writeNumber(temperature)}</tmp>` : ''
    text += `<adp><cyc>${i + 1}</cyc>${tmp}<fluor>${writeNumber(value)}</fluor></adp>`
  })
  return text
}

/** Write the `mdp` elements of one melt curve; RDML has each temperature once. */
export function writeMelt(
  readings: Readings,
  channel: string,
  well: number,
  name: string,
  notices: NoticeList,
): string {
  const index = readings.channels.indexOf(channel)
  if (index < 0) return ''
  const temperatures = temperaturesOf(readings, well)
  const written = new Set<number>()
  let text = ''
  curveOf(readings, index, well).forEach((value, i) => {
    const temperature = temperatures[i] ?? Number.NaN
    if (!Number.isFinite(value) || !Number.isFinite(temperature)) return
    if (written.has(temperature)) {
      notices.add('point_not_written', { well: name }, { channel, temperature })
      return
    }
    written.add(temperature)
    text += `<mdp><tmp>${writeNumber(temperature)}</tmp><fluor>${writeNumber(value)}</fluor></mdp>`
  })
  return text
}
