import { useState } from 'react'
import { contextAttributeCalls } from '../../../../domain/calls/context-attributes.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import {
  type ContextAttribute,
  flagOf,
  type ProfileLink,
} from '../../../../domain/entities/context-attribute.ts'
import { defaultProfiles } from '../../../../domain/base-profiles.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { FormDialog } from '../../../parts/dialog/FormDialog.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { showToast } from '../../../state/toasts.ts'
import { useSending } from '../../../state/use-sending.ts'

/** Rows that are shown at once beside those that are linked. */
const shownRows = 30

/** Value of each linked profile or company; null for the attribute's default. */
type Links = ReadonlyMap<string, string | null>

interface Row {
  id: string
  name: string
}

/** Link an attribute to profiles or companies, each with its value; for a flag of the product it says what that switches. */
export function LinksDialog(props: {
  of: 'profiles' | 'companies'
  attribute: ContextAttribute
  companies?: readonly Pick<Company, 'uuid' | 'name'>[]
  failure?: readonly string[]
  onDone: () => void
  onClose: () => void
}) {
  const { of, attribute, companies = [], failure = [], onDone, onClose } = props
  const [links, setLinks] = useState<Links>(() => readLinks(of, attribute))
  const [wanted, setWanted] = useState('')
  const sending = useSending([])
  const flag = flagOf(attribute)
  const all = of === 'profiles' ? profileRows(links) : companyRows(companies, links)
  const rows = findRows(all, links, wanted)
  const save = async () => {
    const given = [...links].map(([id, value]) => ({ id, value }))
    const params = { id: attribute.uuid }
    const base = attribute.updated_at
    const work = async (opId: string) => {
      if (of === 'profiles') {
        const profiles = given.map(({ id: profile, value }) => ({ profile, value }) as ProfileLink)
        const body = { profiles, base }
        await call(contextAttributeCalls.manageProfile, { params, body }, { opId })
      } else {
        const linked = given.map(({ id: company_uuid, value }) => ({ company_uuid, value }))
        const body = { companies: linked, base }
        await call(contextAttributeCalls.manageCompany, { params, body }, { opId })
      }
    }
    if (!(await sending.send(true, work, given))) return
    showToast('done', t('attributes.done.save', { name: attribute.name }))
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t(`attributes.title.${of}`, { name: attribute.name })}
      submit={t('company.save')}
      wide
      sending={sending}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {flag && <Notice kind="info">{t(`attributes.acts.${flag}`)}</Notice>}
      <p>{t(`attributes.about.${of}`)}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {all.length > shownRows && (
        <Field type="search" label={t('attributes.find')} value={wanted} onChange={setWanted} />
      )}
      {rows.map((row) => (
        <LinkField
          key={row.id}
          name={row.name}
          attribute={attribute}
          value={links.get(row.id)}
          onChange={(value) => setLinks((before) => withLink(before, row.id, value))}
        />
      ))}
    </FormDialog>
  )
}

/** Choose the value of one profile or company: not linked, the default, one of the possible values or any text. */
function LinkField(props: {
  name: string
  attribute: ContextAttribute
  value: string | null | undefined
  onChange: (value: string | null | undefined) => void
}) {
  const { name, attribute, value, onChange } = props
  const isText = attribute.type === 'text'
  const usual = t('attributes.usual', { value: attribute.default })
  const choices = isText
    ? [{ value: 'own', label: t('attributes.own') }]
    : attribute.values.map((one) => ({ value: `value ${one}`, label: one }))
  const chosen =
    value === undefined ? 'none' : value === null ? 'usual' : isText ? 'own' : `value ${value}`
  const choose = (next: string) => {
    if (next === 'none') onChange(undefined)
    else if (next === 'usual') onChange(null)
    else onChange(next === 'own' ? attribute.default : next.slice('value '.length))
  }
  return (
    <>
      <SelectField
        label={name}
        value={chosen}
        choices={[
          { value: 'none', label: t('attributes.unlinked') },
          { value: 'usual', label: usual },
          ...choices,
        ]}
        onChange={choose}
      />
      {isText && typeof value === 'string' && (
        <Field label={t('attributes.valueOf', { name })} value={value} onChange={onChange} />
      )}
    </>
  )
}

function readLinks(of: 'profiles' | 'companies', { profiles, companies }: ContextAttribute): Links {
  return new Map(
    of === 'profiles'
      ? profiles.map(({ profile, value }) => [profile, value])
      : companies.map(({ company_uuid, value }) => [company_uuid, value]),
  )
}

function withLink(links: Links, id: string, value: string | null | undefined): Links {
  const next = new Map(links)
  if (value === undefined) next.delete(id)
  else next.set(id, value)
  return next
}

/** List the four profiles that every company has, and others that are linked already. */
function profileRows(links: Links): Row[] {
  const names = new Set([...Object.keys(defaultProfiles), ...links.keys()])
  return [...names].map((id) => ({ id, name: id }))
}

/** List the companies of the region, and linked ones that are gone. */
function companyRows(companies: readonly Pick<Company, 'uuid' | 'name'>[], links: Links): Row[] {
  const known = companies.map(({ uuid, name }) => ({ id: uuid, name }))
  const gone = [...links.keys()].filter((id) => !known.some((one) => one.id === id))
  return [...known, ...gone.map((id) => ({ id, name: id }))]
}

/** List the linked rows first, then those whose name has the text. */
function findRows(all: readonly Row[], links: Links, wanted: string): Row[] {
  const text = wanted.trim().toLowerCase()
  const fits = all.filter(({ name }) => name.toLowerCase().includes(text))
  const linked = fits.filter(({ id }) => links.has(id))
  const others = fits.filter(({ id }) => !links.has(id))
  return [...linked, ...others.slice(0, shownRows)]
}
