import { useState } from 'react'
import {
  bkernelCalls,
  type CompanyUse,
  type OfferedBkernel,
} from '../../../domain/calls/bkernels.ts'
import type { SignalProcessing } from '../../../domain/entities/bkernel.ts'
import { call } from '../../client/call.ts'
import { countAll, whoRuns } from '../../entities/bkernel/count-use.ts'
import { t } from '../../i18n/intl.ts'
import { DateField } from '../../parts/form/DateField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import type { DrawnField } from '../../record/FieldInput.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { ProcessingField } from './ProcessingField.tsx'
import { localTime } from '../../state/local-time.ts'
import { showToast } from '../../state/toasts.ts'

interface Values {
  name: string
  version: string
  models: string[]
  notes: string
  released_at: string
  unsupported_from: string | null
  processing: SignalProcessing | undefined
}

const emptyVersion: Values = {
  name: '',
  version: '',
  models: [],
  notes: '',
  released_at: '',
  unsupported_from: null,
  processing: undefined,
}

/** Publish a version, or change its texts and days; number and models are fixed once it has its image. */
export function BkernelForm(props: {
  version: OfferedBkernel | null
  known: readonly OfferedBkernel[]
  uses: readonly CompanyUse[] | null
  onDone: () => void
  onClose: () => void
}) {
  const { version, known, uses, onDone, onClose } = props
  const fixed = version?.file_hash ? t('bkernels.why.image') : null
  const models = listModels(known, uses)
  return (
    <RecordForm<Values>
      open
      title={version ? t('bkernels.editTitle', { name: version.name }) : t('bkernels.new')}
      submit={t(version ? 'bkernels.save' : 'bkernels.create')}
      schema={version ? bkernelCalls.edit.body : bkernelCalls.create.body}
      values={version ? valuesOf(version) : emptyVersion}
      changesOnly={version !== null}
      note={version && uses && <Running version={version} uses={uses} />}
      fields={[
        { name: 'name', label: t('bkernels.field.name'), autoFocus: true },
        {
          name: 'version',
          label: t('bkernels.field.version'),
          hint: t('bkernels.field.versionHint'),
          autoCapitalize: 'off',
          fixed,
        },
        {
          name: 'models',
          label: t('bkernels.field.models'),
          when: () => fixed === null,
          draw: (field) => <ModelsField {...field} known={models} />,
        },
        { name: 'released_at', label: t('bkernels.field.released_at'), kind: 'day' },
        {
          name: 'unsupported_from',
          label: t('bkernels.field.unsupported_from'),
          draw: (field) => <EndField {...field} />,
        },
        { name: 'notes', label: t('bkernels.field.notes'), kind: 'lines' },
        {
          name: 'processing',
          label: t('bkernels.processing.title'),
          when: () => fixed === null || version?.processing === undefined,
          draw: (field) => <ProcessingField {...field} />,
        },
      ]}
      send={async (given, opId) => {
        const body = given
        if (version) {
          const { uuid: id, updated_at: base } = version
          await call(bkernelCalls.edit, { params: { id }, body: { ...body, base } }, { opId })
        } else {
          await call(bkernelCalls.create, { body }, { opId })
        }
        showToast('done', t('bkernels.done.save', { name: given.name || version?.name || '' }))
        onDone()
      }}
      onClose={onClose}
    />
  )
}

function valuesOf(version: OfferedBkernel): Values {
  const { name, models, notes, released_at, unsupported_from, processing } = version
  const days = { released_at, unsupported_from }
  return { name, version: version.version, models, notes, ...days, processing }
}

/** List the models that versions are published for or that devices have. */
function listModels(
  known: readonly OfferedBkernel[],
  uses: readonly CompanyUse[] | null,
): string[] {
  const inUse = (uses ?? []).flatMap(({ devices }) => devices.map(({ model }) => model))
  return [...new Set([...inUse, ...known.flatMap(({ models }) => models)])].toSorted()
}

/** Enter the models. One that no device has is said at once: the version would be offered to nobody. */
function ModelsField(props: DrawnField & { known: readonly string[] }) {
  const { value, error, onChange, known } = props
  const [text, setText] = useState(() => (value as string[]).join('\n'))
  const unknown = (value as string[]).filter((model) => !known.includes(model))
  const isUnknown = known.length > 0 && unknown.length > 0
  return (
    <TextAreaField
      label={t('bkernels.field.models')}
      hint={t('bkernels.field.modelsHint', { models: known.join(', ') || '–' })}
      warning={isUnknown ? t('bkernels.field.modelsUnknown', { models: unknown.join(', ') }) : null}
      required
      rows={3}
      value={text}
      error={error ?? null}
      onChange={(next) => {
        setText(next)
        onChange([...new Set(next.split(/[\n,;،、，]/).flatMap((one) => one.trim() || []))])
      }}
    />
  )
}

/** Enter the day from which the version is not supported; empty where none is set. */
function EndField({ value, error, onChange }: DrawnField) {
  return (
    <DateField
      label={t('bkernels.field.unsupported_from')}
      hint={t('bkernels.field.unsupportedHint')}
      value={typeof value === 'string' ? Date.parse(value) : null}
      error={error}
      onChange={(day) => onChange(day === null ? null : new Date(day).toISOString().slice(0, 10))}
    />
  )
}

/** Say how many devices a change of the days concerns. */
function Running({ version, uses }: { version: OfferedBkernel; uses: readonly CompanyUse[] }) {
  const companies = whoRuns(version, uses)
  if (companies.length === 0) return null
  const facts = { devices: countAll(companies), companies: companies.length }
  return (
    <Notice kind="info">
      {version.unsupported_from === null
        ? t('bkernels.running', facts)
        : t('bkernels.runningUntil', {
            ...facts,
            day: localTime(version.unsupported_from, 'date'),
          })}
    </Notice>
  )
}
