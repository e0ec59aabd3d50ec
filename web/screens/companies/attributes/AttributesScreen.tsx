import { useMemo, useState } from 'react'
import { companyCalls } from '../../../../domain/calls/companies.ts'
import { contextAttributeCalls } from '../../../../domain/calls/context-attributes.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import { type ContextAttribute, flagOf } from '../../../../domain/entities/context-attribute.ts'
import { call } from '../../../client/call.ts'
import {
  ActingBadge,
  makeAttributeColumns,
  makeAttributeFacets,
} from '../../../entities/attribute/attribute-columns.tsx'
import { t } from '../../../i18n/intl.ts'
import type { Act } from '../../../record/act.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import type { PanelFacts } from '../../../record/RecordPanel.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { askedRows, useRows } from '../../../record/use-rows.ts'
import { localTime } from '../../../state/local-time.ts'
import { AttributeForm } from './AttributeForm.tsx'
import { LinksDialog } from './LinksDialog.tsx'

const attributeRows = askedRows(contextAttributeCalls.search, { order: 'name ASC', body: {} })
const companyRows = askedRows(companyCalls.search, { order: 'name ASC', body: {} })

type Open = { of: 'new' } | { of: 'edit' | 'profiles' | 'companies'; attribute: ContextAttribute }

/** List what the provider says of profiles and companies, and switches for them. */
export function AttributesScreen() {
  const [open, setOpen] = useState<Open | null>(null)
  const list = useRows(attributeRows)
  const { rows: answered = none, silent = none, failure } = useRows(companyRows)
  // List those that do not answer now as well: their names are enough to set a switch.
  const companies = useMemo(() => [...answered, ...silent], [answered, silent])
  const columns = useMemo(() => makeAttributeColumns(), [])
  const facets = useMemo(() => makeAttributeFacets(), [])
  const facts = { onDone: list.again, onClose: () => setOpen(null) }
  return (
    <RecordPage
      name="context_attribute"
      file="context-attributes"
      title={t('nav.attributes')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="name"
      nameOf={({ name }) => name}
      primary={{
        label: t('attributes.new'),
        icon: 'plus',
        disabledReason: whyNotCall(contextAttributeCalls.create),
        onPress: () => setOpen({ of: 'new' }),
      }}
      empty={{
        area: 'contextAttributes',
        title: t('attributes.empty.title'),
        text: t('attributes.empty.text'),
      }}
      panel={(attribute) => attributePanel(attribute, companies)}
      actsOf={(attribute) => listActs(attribute, (of) => setOpen({ of, attribute }), list.again)}
    >
      {open?.of === 'new' && <AttributeForm attribute={null} {...facts} />}
      {open?.of === 'edit' && <AttributeForm attribute={open.attribute} {...facts} />}
      {open?.of === 'profiles' && (
        <LinksDialog of="profiles" attribute={open.attribute} {...facts} />
      )}
      {open?.of === 'companies' && (
        <LinksDialog
          of="companies"
          attribute={open.attribute}
          companies={companies}
          failure={failure}
          {...facts}
        />
      )}
    </RecordPage>
  )
}

function attributePanel(
  attribute: ContextAttribute,
  companies: readonly Pick<Company, 'uuid' | 'name'>[],
): PanelFacts {
  const { description, type, values, profiles, companies: linked } = attribute
  const flag = flagOf(attribute)
  const say = (name: string, value: string | null) =>
    t('attributes.link', { name, value: value ?? attribute.default })
  const named = linked.map(({ company_uuid, value }) =>
    say(companies.find(({ uuid }) => uuid === company_uuid)?.name ?? company_uuid, value),
  )
  return {
    state: <ActingBadge attribute={attribute} />,
    facts: [
      ...(flag ? [[t('attributes.column.acting'), t(`attributes.acts.${flag}`)] as const] : []),
      [t('attributes.field.description'), description],
      [t('attributes.column.type'), t(`attributes.type.${type}`)],
      [t('attributes.column.values'), values.join(', ')],
      [t('attributes.column.default'), attribute.default],
      [
        t('attributes.column.profiles'),
        profiles.map(({ profile, value }) => say(profile, value)).join(', '),
      ],
      [t('attributes.column.companies'), named.join(', ')],
      [t('users.column.since'), localTime(attribute.created_at, 'date')],
    ],
  }
}

function listActs(
  attribute: ContextAttribute,
  open: (of: 'edit' | 'profiles' | 'companies') => void,
  again: () => void,
): readonly Act[] {
  const { uuid: id, name, updated_at: base } = attribute
  const act = (of: 'edit' | 'profiles' | 'companies' | 'delete', icon: Act['icon']) => ({
    id: of,
    label: t(`attributes.act.${of}`),
    hint: t(`attributes.hint.${of}`),
    icon,
    needs: contextAttributeCalls.edit.needs,
    why: whyNotCall(contextAttributeCalls.edit),
  })
  return [
    { ...act('profiles', 'lock'), open: () => open('profiles') },
    { ...act('companies', 'globe'), open: () => open('companies') },
    { ...act('edit', 'edit'), open: () => open('edit') },
    {
      ...act('delete', 'trash'),
      ask: {
        title: t('attributes.ask.delete', { name }),
        text: t('attributes.consequence.delete'),
        submit: t('attributes.act.delete'),
        danger: true,
        reason: 'may',
      },
      send: async (opId, reason) => {
        const body = { base, ...(reason && { reason }) }
        await call(contextAttributeCalls.delete, { params: { id }, body }, { opId })
        again()
        return t('attributes.done.delete', { name })
      },
    },
  ]
}

const none: never[] = []
