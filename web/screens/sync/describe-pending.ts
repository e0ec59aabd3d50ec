import type { RunInstrument } from '../../../domain/entities/instrument.ts'
import type { RunKit } from '../../../domain/entities/run-kit.ts'
import type { NewComment } from '../../../domain/entities/well-comment.ts'
import { writeWells } from '../../../domain/rules/well-ranges.ts'
import type { LocalDocument, Pending } from '../../../domain/sync/pending.ts'
import { project } from '../../../domain/sync/project.ts'
import { faultText } from '../../i18n/faults.ts'
import type { FaultDetail } from '../../../domain/fault.ts'
import { hasText, t } from '../../i18n/intl.ts'

/** Describe a pending operation: "New analysis", "Samples, notebook". */
export function describePending(operation: Pending): string {
  if (operation.type === 'create') return t('sync.create')
  return operation.changes.map(({ field }) => t(`sync.field.${field}`)).join(', ')
}

/** Describe the state of a pending operation: what it waits for, or why it was refused. */
export function describeState({ state, fault }: Pending): string {
  if (!fault) return t(`sync.state.${state}`)
  return `${t(`sync.state.${state}`)}: ${faultText(fault as FaultDetail)}`
}

/** Name of the record as it is shown, or the kind where it has none. */
export function nameOf(document: LocalDocument): string {
  const name = project(document)?.['name']
  if (typeof name === 'string' && name !== '') return name
  const key = `sync.kind.${document.kind}`
  return hasText(key) ? t(key) : document.kind
}

/** Larger than any plate: a well has the same name on each. */
const anyPlate = { rows: 26, columns: 99 }

/** Describe the value of a field, short enough to be compared with the other version beside it. */
export function describeValue(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('sync.nothing')
  if (typeof value === 'string') return value
  if (field === 'instrument') {
    return `${(value as RunInstrument).name} · ${(value as RunInstrument).serial_no}`
  }
  if (field === 'comments') {
    return (value as NewComment[]).map(({ well, text }) => `${well}: ${text}`).join('\n')
  }
  if (field === 'kit') return `${(value as RunKit).name} · ${(value as RunKit).lot}`
  if (field !== 'samples' || !Array.isArray(value)) return JSON.stringify(value)
  return value
    .map(({ name, coordinates }: { name: string; coordinates: string[] }) => {
      return `${name}: ${writeWells(coordinates, anyPlate) || t('sync.noWell')}`
    })
    .join('\n')
}
