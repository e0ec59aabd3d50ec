import type { Sliced } from '../../slices.ts'
import type { ExportRun } from '../imported-run.ts'
import { NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { zipParts } from '../zip-parts.ts'
import { UniqueNames } from '../unique-names.ts'
import type { Writer, WrittenFile } from '../written-file.ts'
import { coverChannels } from './channel-targets.ts'
import { collectDescriptions } from './collect-descriptions.ts'
import { writeDescriptions } from './write-descriptions.ts'
import { collectProgrammes, writeProgrammes } from './write-programmes.ts'
import { writeRun } from './write-run.ts'
import { attribute, element, isDateTime } from './xml-text.ts'

/**
 * Write runs as RDML 1.3, valid against its schema: raw curves with the shortest decimals that read
 * back as the same doubles, Cq, baseline, threshold, efficiency, quantity, exclusions, sample and target
 * types and the thermal programme. Curves that are subtracted or normalised are left out with a notice,
 * as RDML forbids them. In slices, as a large plate takes seconds. Throws `export_empty`.
 */
export function* writeRdml(runs: readonly ExportRun[], writer: Writer): Sliced<WrittenFile> {
  const notices = new NoticeList()
  const parts = writeRdmlText(runs, writer, notices)
  const bytes = yield* zipParts([{ name: 'rdml_data.xml', parts }])
  return { extension: 'rdml', bytes, notices: notices.list() }
}

/** Write the XML document that `writeRdml` packs, piece by piece. */
export function* writeRdmlText(
  runs: readonly ExportRun[],
  writer: Writer,
  notices: NoticeList,
): Generator<string, void, undefined> {
  if (!runs.some((run) => run.wells.length > 0)) throw refuseFile('export_empty')
  const covered = runs.map(coverChannels)
  const descriptions = collectDescriptions(covered, notices)
  const programmes = collectProgrammes(covered)
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<rdml xmlns="http://www.rdml.org" version="1.3">\n',
    writer.made !== null && isDateTime(writer.made) ? element('dateMade', writer.made) : '',
    `<id>${element('publisher', writer.software)}${element('serialNumber', writer.version)}</id>\n`,
    ...writeDescriptions(descriptions),
    ...writeProgrammes(programmes, notices),
  ].join('')
  const experiments = new Map<string, ExportRun[]>()
  for (const run of covered) {
    const name = run.experiment || 'Experiment 1'
    experiments.set(name, [...(experiments.get(name) ?? []), run])
  }
  for (const [name, own] of experiments) {
    const names = new UniqueNames((from, to) => {
      notices.add('name_changed', {}, { name: from, given: to })
    })
    yield `<experiment${attribute('id', name)}>\n`
    for (const [i, run] of own.entries()) {
      const id = names.give(String(i), run.name || 'Run 1')
      yield* writeRun(run, id, descriptions, programmes, notices)
    }
    yield '</experiment>\n'
  }
  yield '</rdml>\n'
}
