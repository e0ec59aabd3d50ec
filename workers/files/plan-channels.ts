import { channelOfColour, channelOfDye } from '../../domain/catalog/dyes.ts'
import { wavelengthNames, type WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { ImportedRun } from './imported-run.ts'
import { refuseFile } from './refuse-file.ts'

/** The channel that a dye of the file is kept in. */
export interface Channel {
  name: WavelengthName
  dye: string
  /** The dye is of no known channel, or another one has its channel: it got a free one. */
  isGuessed: boolean
}

/** Choose our channel for each channel of the file: that of its dye, or a free one; throws `too_many_channels`. */
export function chooseChannels(run: ImportedRun): Map<string, Channel> {
  const files = [run.amplification, run.melt].flatMap((phase) => phase?.readings.channels ?? [])
  const dyes = new Map<string, string>()
  for (const name of files) if (!dyes.has(name)) dyes.set(name, dyeOf(run, name))
  const chosen = new Map<string, Channel>()
  const isFree = (name: WavelengthName) => ![...chosen.values()].some((one) => one.name === name)
  for (const [file, dye] of dyes) {
    const own = channelOfDye(dye) ?? channelOfDye(file) ?? channelOfColour(file)
    if (own && isFree(own)) chosen.set(file, { name: own, dye, isGuessed: false })
  }
  for (const [file, dye] of dyes) {
    if (chosen.has(file)) continue
    const name = wavelengthNames.find(isFree)
    if (!name) throw refuseFile('too_many_channels', {}, { count: dyes.size, limit: 7 })
    chosen.set(file, { name, dye, isGuessed: true })
  }
  return chosen
}

function dyeOf(run: ImportedRun, channel: string): string {
  for (const { targets } of run.wells) {
    const named = targets.find((target) => target.channel === channel && target.dye !== '')
    if (named) return named.dye
  }
  return channel
}
