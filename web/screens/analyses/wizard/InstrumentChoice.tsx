import { useEffect, useMemo } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import {
  type Instrument,
  instrument as instrumentEntity,
  type RunInstrument,
} from '../../../../domain/entities/instrument.ts'
import { t } from '../../../i18n/intl.ts'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { changeDraft, type Draft } from '../../../state/draft.ts'
import { useRecords } from '../../../state/use-records.ts'

/** Choose the instrument beside the gateway that the run is measured on. Nothing where the device has none. */
export function InstrumentChoice(props: { device: Device; draft: Draft }) {
  const { device, draft } = props
  const { instrument: chosen, filled } = draft
  const records = useRecords(instrumentEntity)
  const offered = useMemo(
    () => (records ?? []).filter((one) => isOffered(one, device)).toSorted(byName),
    [records, device],
  )
  const isGone = chosen !== null && records && !offered.some(({ uuid }) => uuid === chosen.uuid)
  const only = offered.length === 1 && chosen === null ? offered[0] : undefined
  useEffect(() => {
    // Choose the only one, and drop one that was taken off the gateway meanwhile: neither is a person's work.
    if (only) changeDraft({ instrument: runInstrumentOf(only), filled })
    else if (isGone) changeDraft({ instrument: null, filled })
  }, [only, isGone, filled])
  if (offered.length === 0) return null
  return (
    <SelectField
      label={t('wizard.instrument')}
      hint={t('wizard.instrumentHint')}
      placeholder={t('wizard.instrumentChoose')}
      value={chosen?.uuid ?? ''}
      choices={offered.map(({ uuid, name, serial_no }) => ({
        value: uuid,
        label: `${name} · ${serial_no}`,
      }))}
      onChange={(uuid) => {
        const found = offered.find((one) => one.uuid === uuid)
        changeDraft({ instrument: found ? runInstrumentOf(found) : null })
      }}
    />
  )
}

function isOffered({ device_uuid, status }: Instrument, device: Device): boolean {
  return device_uuid === device.uuid && status === 'active'
}

function byName(one: Instrument, other: Instrument): number {
  return one.name.localeCompare(other.name)
}

function runInstrumentOf({ uuid, name, serial_no }: Instrument): RunInstrument {
  return { uuid, name, serial_no }
}
