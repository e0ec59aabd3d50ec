import * as v from 'valibot'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Field } from '../../parts/form/Field.tsx'
import { type DrawnField, type FieldSpec } from '../../record/FieldInput.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { showToast } from '../../state/toasts.ts'
import styles from './Companies.module.css'

const { administrator, swarm, ...entries } = companyCalls.create.body.entries

/** Fields of the founding: a company without an administrator and a swarm could not begin. */
const Founding = v.strictObject({
  ...entries,
  swarm: swarm.wrapped,
  administrator: administrator.wrapped,
})
type Founding = Pick<
  v.InferInput<typeof Founding>,
  'name' | 'swarm' | 'administrator' | 'certificates_enabled' | 'cfx96_enabled' | 'developer'
> &
  Record<'city' | 'country' | 'vat' | 'support_contact', string>

const empty: Founding = {
  name: '',
  city: '',
  country: '',
  vat: '',
  support_contact: '',
  swarm: '',
  administrator: { name: '', username: '', email: '' },
  certificates_enabled: 'N',
  cfx96_enabled: 'N',
  developer: 'N',
}

/** Found a company: its facts, its first swarm, and its administrator, who is sent a link. What was typed stays until then. */
export function FoundCompanyForm(props: {
  open: boolean
  onDone: () => void
  onClose: () => void
}) {
  return (
    <RecordForm<Founding>
      open={props.open}
      title={t('company.found')}
      submit={t('company.foundSubmit')}
      schema={Founding}
      values={empty}
      fields={foundingFields()}
      note={<p>{t('company.foundText')}</p>}
      send={async (body, opId) => {
        const { name } = await call(companyCalls.create, { body }, { opId })
        showToast('done', t('company.done.found', { name }))
        props.onDone()
      }}
      onClose={props.onClose}
    />
  )
}

function foundingFields(): FieldSpec<Founding>[] {
  const text = (name: 'city' | 'country' | 'vat' | 'support_contact') => ({
    name,
    label: t(`company.field.${name}`),
  })
  const capability = (name: 'certificates_enabled' | 'cfx96_enabled' | 'developer') => ({
    name,
    label: t(`company.field.${name}`),
    hint: t(`company.hint.${name}`),
  })
  return [
    { name: 'name', label: t('company.field.name'), hint: t('company.hint.name'), autoFocus: true },
    text('city'),
    text('country'),
    text('vat'),
    { ...text('support_contact'), hint: t('company.hint.support_contact') },
    {
      name: 'swarm',
      label: t('company.firstSwarm'),
      hint: t('company.firstSwarmHint'),
      missing: t('company.firstSwarmMissing'),
    },
    {
      name: 'administrator',
      label: t('company.administrator'),
      draw: (field) => <AdministratorFields {...field} />,
    },
    capability('certificates_enabled'),
    capability('cfx96_enabled'),
    capability('developer'),
  ]
}

const parts = ['name', 'username', 'email'] as const

/** Ask for the first administrator: all three facts are needed. */
function AdministratorFields({ value, error, onChange }: DrawnField) {
  const person = value as Founding['administrator']
  return (
    <fieldset className={styles.person}>
      <legend>{t('company.administrator')}</legend>
      {parts.map((part) => (
        <Field
          key={part}
          label={t(`company.administrator.${part}`)}
          required
          value={person[part]}
          type={part === 'email' ? 'email' : 'text'}
          autoComplete="off"
          onChange={(text) => onChange({ ...person, [part]: text })}
        />
      ))}
      <p className={error ? styles.error : styles.quiet} role={error ? 'alert' : undefined}>
        {error ?? t('company.administratorHint')}
      </p>
    </fieldset>
  )
}
