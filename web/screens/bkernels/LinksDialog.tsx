import { useCallback, useState } from 'react'
import {
  bkernelCalls,
  type CompanyUse,
  type OfferedBkernel,
} from '../../../domain/calls/bkernels.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { ChoicesField } from '../../record/FieldInput.tsx'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import { LinksPreview } from './LinksPreview.tsx'

/** Companies that are shown at once beside those that are linked. */
const shownCompanies = 20

type Choice = { value: string; label: string }

/** Choose the companies and devices that a version is offered to, and see before what that changes. */
export function LinksDialog(props: {
  version: OfferedBkernel
  uses: readonly CompanyUse[] | null
  onDone: () => void
  onClose: () => void
}) {
  const { version, uses, onDone, onClose } = props
  const { uuid: id, name } = version
  const [companies, setCompanies] = useState<readonly string[]>(version.company_uuids)
  const [devices, setDevices] = useState<readonly string[]>(version.device_uuids)
  const [named, setNamed] = useState<readonly Choice[]>([])
  const sending = useSending([])
  const load = useCallback(
    (signal: AbortSignal) => call(bkernelCalls.linkForm, { params: { id } }, { signal }),
    [id],
  )
  const { value: form, failure } = useAnswer(load)
  const save = async () => {
    const work = async (opId: string) => {
      const added = {
        company_uuids: without(companies, version.company_uuids),
        device_uuids: without(devices, version.device_uuids),
      }
      const removed = {
        company_uuids: without(version.company_uuids, companies),
        device_uuids: without(version.device_uuids, devices),
      }
      // Add new links first: a version without any is offered to everybody.
      if (isAny(added)) await call(bkernelCalls.link, { params: { id }, body: added }, { opId })
      if (isAny(removed)) {
        const parts = { params: { id }, body: removed }
        await call(bkernelCalls.unlink, parts, { opId: makeUuid() })
      }
    }
    if (!(await sending.send(true, work, [companies, devices]))) return
    showToast('done', t('bkernels.done.save', { name }))
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('bkernels.links.title', { name })}
      submit={t('bkernels.save')}
      wide
      sending={sending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <p>{t('bkernels.links.about')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!form && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {form && (
        <>
          <CompanyChoices
            label={t('bkernels.links.companies')}
            all={form.options['company_uuids'] ?? []}
            chosen={companies}
            onChange={setCompanies}
          />
          <DeviceChoices
            companies={form.options['company_uuids'] ?? []}
            named={[...(form.options['device_uuids'] ?? []), ...named]}
            chosen={devices}
            onNamed={(found) => setNamed((before) => [...before, ...found])}
            onChange={setDevices}
          />
        </>
      )}
      {uses && <LinksPreview version={version} uses={uses} links={{ companies, devices }} />}
    </FormDialog>
  )
}

/** Choose companies by name: those that are linked first, of many those whose name has the text. */
export function CompanyChoices(props: {
  label: string
  all: readonly Choice[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}) {
  const { label, all, chosen, onChange } = props
  const [wanted, setWanted] = useState('')
  const text = wanted.trim().toLowerCase()
  const fits = all.filter(({ label }) => label.toLowerCase().includes(text))
  const gone = chosen.filter((id) => !all.some(({ value }) => value === id))
  const linked = [
    ...all.filter(({ value }) => chosen.includes(value)),
    ...gone.map((id) => ({ value: id, label: id })),
  ]
  const others = fits.filter(({ value }) => !chosen.includes(value)).slice(0, shownCompanies)
  return (
    <>
      {all.length > shownCompanies && (
        <Field type="search" label={t('bkernels.links.find')} value={wanted} onChange={setWanted} />
      )}
      <ChoicesField
        label={label}
        error={undefined}
        choices={[...linked, ...others]}
        chosen={chosen}
        onChange={onChange}
      />
    </>
  )
}

/** Choose devices of one company after another; linked ones of others stay on show. */
function DeviceChoices(props: {
  companies: readonly Choice[]
  named: readonly Choice[]
  chosen: readonly string[]
  onNamed: (found: readonly Choice[]) => void
  onChange: (chosen: string[]) => void
}) {
  const { companies, named, chosen, onNamed, onChange } = props
  const [company, setCompany] = useState('')
  const sending = useSending([])
  const [found, setFound] = useState<readonly Choice[]>([])
  const choose = async (uuid: string) => {
    setCompany(uuid)
    await sending.send(true, async () => {
      const parts = { query: { limit: '500' }, body: { company_uuid: uuid } }
      const { data } = await call(bkernelCalls.devices, parts)
      const listed = data.map((one) => ({
        value: one.uuid,
        label: `${one.name} · ${one.serial_no} · ${one.model} · ${one.bkernel_version}`,
      }))
      setFound(listed)
      onNamed(listed)
    })
  }
  const nameOf = (id: string) => named.findLast(({ value }) => value === id)?.label ?? id
  const linked = chosen.map((id) => ({ value: id, label: nameOf(id) }))
  const others = found.filter(({ value }) => !chosen.includes(value))
  return (
    <>
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <SelectField
        label={t('bkernels.links.devicesOf')}
        placeholder={t('bkernels.links.noCompany')}
        value={company}
        choices={companies}
        onChange={(uuid) => void choose(uuid)}
      />
      {(linked.length > 0 || company !== '') && (
        <ChoicesField
          label={t('bkernels.links.devices')}
          error={undefined}
          choices={[...linked, ...others]}
          chosen={chosen}
          onChange={onChange}
        />
      )}
    </>
  )
}

function without(all: readonly string[], taken: readonly string[]): string[] {
  return all.filter((one) => !taken.includes(one))
}

function isAny(links: { company_uuids: string[]; device_uuids: string[] }): boolean {
  return links.company_uuids.length + links.device_uuids.length > 0
}
