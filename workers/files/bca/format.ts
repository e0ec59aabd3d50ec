import { hasEndedEarly } from '../../../domain/rules/run-points.ts'
import type { FileContent } from '../file-content.ts'
import type { FileFormat } from '../file-format.ts'
import { exportRun } from '../export-run.ts'
import type { ImportPlan } from '../import-plan.ts'
import type { ExportRun, ImportedFile } from '../imported-run.ts'
import { type Notice, NoticeList } from '../notices.ts'
import { refuseFile } from '../refuse-file.ts'
import { digestWells } from './digest-wells.ts'
import { bcaVersion, type Manifest, manifestName } from './manifest.ts'
import { openBca } from './open.ts'
import { type BcaContent, readBca } from './read.ts'
import { hasSeal } from './seal.ts'

/** Our own archive of an analysis (docs/bca.md): read back as it was, not inferred as an instrument's file is. */
export const bca: FileFormat = {
  name: 'bca',
  recognise: (content) =>
    content.kind === 'archive' && (hasSeal(content.bytes) || listsParts(content)),
  read: (content) => {
    if (content.kind !== 'archive') throw refuseFile('bca_changed')
    const found = readBca(
      openBca(content.bytes, content.archive, content.limits.memory),
      content.limits,
    )
    return showContent(content.name, found)
  },
}

/**
 * Return true for an archive that lists its parts: one that was unpacked and packed again has no seal, but is still
 * recognised.
 */
function listsParts(content: FileContent & { kind: 'archive' }): boolean {
  const { archive } = content
  const names = archive.members.map(({ name }) => name)
  return names.includes(manifestName) && names.some((name) => name === 'analysis.json')
}

function showContent(name: string, content: BcaContent): ImportedFile {
  const { manifest, record, curves, results } = content
  const run = exportRun(record, results, curves, instrumentOf(content))
  const { product } = manifest
  return {
    name,
    format: 'bca',
    notices: noticesOf(manifest),
    runs: [
      {
        ...keepMeasured(run),
        experiment: '',
        source: {
          ...run.source,
          format: 'bca',
          version: String(bcaVersion),
          software: product.name,
          softwareVersion: product.version,
        },
        plan: planOf(content),
        notices: [],
      },
    ],
  }
}

/** Say of a run that was corrected that its results no longer count where it was measured. */
function noticesOf({ analysis }: Manifest): Notice[] {
  const notices = new NoticeList()
  const version = analysis.superseded_by
  if (version !== undefined) notices.add('run_superseded', {}, { version })
  return notices.list()
}

/** Leave out channels that the method names and the run did not measure. */
function keepMeasured(run: ExportRun): ExportRun {
  const channels = run.amplification?.readings.channels ?? []
  const known = (channel: string | null) => channel !== null && channels.includes(channel)
  return {
    ...run,
    passiveReference: known(run.passiveReference) ? run.passiveReference : null,
    wells: run.wells.map((well) => ({
      ...well,
      targets: well.targets.map((target) => ({
        ...target,
        channel: known(target.channel) ? target.channel : null,
      })),
    })),
  }
}

/** Return what measured the run: archives of version 1 name it only where it came from a file. */
function instrumentOf({ manifest, record }: BcaContent): string {
  return manifest.analysis.instrument ?? record.source?.instrument ?? ''
}

function planOf(content: BcaContent): ImportPlan {
  const { manifest, record, curves, results } = content
  const { source, status, signature, points } = record
  const { product, company, analysis, written_at } = manifest
  return {
    cartridge_type: record.cartridge_type,
    samples: record.samples,
    exclusions: record.exclusions,
    process: record.method.process,
    evaluation: record.method.evaluation,
    curves,
    guessed: [],
    source: {
      format: 'bca',
      format_version: String(bcaVersion),
      software: `${product.name} ${product.version}`,
      instrument: instrumentOf(content),
      run: record.name,
      curves: source?.curves ?? 'raw',
      dyes: source?.dyes ?? [],
      programme_given: source?.programme_given ?? true,
      notices: noticesOf(manifest).length,
      origin: {
        company_name: company.name,
        analysis_uuid: analysis.uuid,
        analysis_name: analysis.name,
        record_hash: analysis.record_hash,
        signed_by: signature?.printed_name ?? null,
        written_at,
      },
    },
    told: {
      recipe_name: record.recipe_name,
      status: status === 'VALIDATION' ? statusBefore(record) : status,
      // Leave out the points of a run that came from another file: only its cycles can be compared.
      ...(points && !source && { points }),
      end_reason: record.end_reason,
      notebook: record.notebook,
      started_at: record.started_at,
      ended_at: record.ended_at,
      wells_digest: digestWells(results),
    },
  }
}

/** Return the status that a signed record would have without its signature. */
function statusBefore(record: BcaContent['record']): 'COMPLETE' | 'INCOMPLETE' {
  return hasEndedEarly(record) ? 'INCOMPLETE' : 'COMPLETE'
}
