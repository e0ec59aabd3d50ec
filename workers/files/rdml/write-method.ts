import { strToU8, zipSync } from 'fflate'
import { displayName, wavelengths } from '../../../domain/catalog/wavelengths.ts'
import type { Evaluation } from '../../../domain/entities/evaluation-recipe.ts'
import type { Process } from '../../../domain/entities/process-recipe.ts'
import { writeProgramme } from '../export-run.ts'
import { NoticeList } from '../notices.ts'
import type { Writer, WrittenFile } from '../written-file.ts'
import type { WrittenTarget } from './collect-descriptions.ts'
import { writeDescriptions } from './write-descriptions.ts'
import { writeConditions } from './write-programmes.ts'
import { attribute, element, isDateTime } from './xml-text.ts'

/** A method before any run. */
export interface RdmlMethod {
  name: string
  process: Process
  evaluation: Evaluation
}

/**
 * Write a method as RDML 1.3, valid against its schema, for the software of an instrument: the thermal programme with
 * its lid temperature, and the targets with their dyes. There is no experiment in it, since nothing has been run.
 */
export function writeRdmlMethod(method: RdmlMethod, writer: Writer): WrittenFile {
  const descriptions = writeDescriptions({
    samples: new Map(),
    targets: targetsOf(method.evaluation),
  })
  return writeDocument(method, descriptions, new NoticeList(), writer)
}

/**
 * Write a thermal programme alone as RDML 1.3: its steps, its lid temperature, and its channels as dyes. How bright and how long
 * they are read has no place in the format, and is named in the notices where it is not what each recipe starts with.
 */
export function writeRdmlProgramme(
  recipe: Pick<RdmlMethod, 'name' | 'process'>,
  writer: Writer,
): WrittenFile {
  const notices = new NoticeList()
  const dyes = recipe.process.channels.map((channel) => {
    const { settings } = wavelengths[channel.wavelength]
    const name = displayName(channel.wavelength)
    for (const [setting, usual] of [
      ['intensity', settings.Intensity.default],
      ['exposure', settings.Exposure.default],
    ] as const) {
      const value = channel[setting]
      if (value !== usual)
        notices.add('value_not_written', { path: name }, { name: setting, value })
    }
    return `<dye${attribute('id', name)}/>\n`
  })
  return writeDocument(recipe, dyes, notices, writer)
}

function writeDocument(
  { name, process }: Pick<RdmlMethod, 'name' | 'process'>,
  descriptions: readonly string[],
  notices: NoticeList,
  writer: Writer,
): WrittenFile {
  const text = [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rdml xmlns="http://www.rdml.org" version="1.3">\n',
    writer.made !== null && isDateTime(writer.made) ? element('dateMade', writer.made) : '',
    `<id>${element('publisher', writer.software)}${element('serialNumber', writer.version)}</id>\n`,
    ...descriptions,
    writeConditions(name, writeProgramme(process), notices, process.lid_temperature),
    '</rdml>\n',
  ].join('')
  const content = { 'rdml_data.xml': strToU8(text) }
  const bytes = zipSync(content, { level: 6, mtime: new Date(1980, 0, 1, 12) })
  return { extension: 'rdml', bytes, notices: notices.list() }
}

function targetsOf({ targets, quantification }: Evaluation): Map<string, WrittenTarget> {
  const references = quantification?.method === 'relative' ? quantification.reference_targets : []
  return new Map(
    targets.map(({ name, channel }) => [
      name,
      { type: references.includes(name) ? 'ref' : 'toi', dye: displayName(channel) },
    ]),
  )
}
