import { type Language, languageCodes, languages } from '../../../../domain/catalog/languages.ts'
import { companyDetails } from '../../../../domain/entities/company.ts'
import type { FoundingStep } from '../../../../domain/entities/founding.ts'
import { globalRecipe } from '../../../../domain/entities/global-recipe.ts'
import { capabilities } from '../../../entities/company/company-columns.tsx'
import { t } from '../../../i18n/intl.ts'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { account } from '../../../state/session.ts'
import { useMailsKept } from '../../../state/use-mails-kept.ts'
import { useRecords } from '../../../state/use-records.ts'
import { DeviceFields, type FieldsProps } from './DeviceFields.tsx'
import styles from './Founding.module.css'

/** Show the fields of a step. */
export function StepFields({ step, ...props }: FieldsProps & { step: FoundingStep }) {
  switch (step) {
    case 'company':
      return <CompanyFields {...props} />
    case 'administrator':
      return <AdministratorFields {...props} />
    case 'swarms':
      return <SwarmFields {...props} />
    case 'devices':
      return <DeviceFields {...props} />
    case 'method':
      return <MethodField {...props} />
    case 'test':
      return <TestFields {...props} />
  }
}

const texts = ['name', ...companyDetails] as const
const hinted = { name: true, vat: true, domain: true, support_contact: true } as const

function CompanyFields({ founding, fixed, refused, onChange }: FieldsProps) {
  return (
    <>
      <div className={styles.pair}>
        {texts.map((name) => (
          <Field
            key={name}
            label={t(`company.field.${name}`)}
            hint={name in hinted ? t(`company.hint.${name as keyof typeof hinted}`) : undefined}
            required={name === 'name' && !fixed}
            readOnly={fixed}
            type={name === 'phone' ? 'tel' : 'text'}
            autoComplete="off"
            value={founding[name]}
            error={refused[name]}
            onChange={(text) => onChange({ [name]: text })}
          />
        ))}
      </div>
      {capabilities.map((name) => (
        <CheckField
          key={name}
          label={t(`company.field.${name}`)}
          hint={t(`company.hint.${name}`)}
          disabled={fixed}
          checked={founding[name] === 'Y'}
          onChange={(on) => onChange({ [name]: on ? 'Y' : 'N' })}
        />
      ))}
    </>
  )
}

const nobody = { name: '', username: '', email: '' }
export const administratorParts = ['name', 'username', 'email'] as const

function AdministratorFields({ founding, fixed, refused, onChange }: FieldsProps) {
  const own = account.value?.default_language ?? 'en'
  const person = { ...(!fixed && { default_language: own }), ...(founding.administrator ?? nobody) }
  const kept = useMailsKept(!fixed)
  return (
    <>
      <Notice kind="info">{t('found.confirm')}</Notice>
      {kept && !fixed && <Notice kind="warning">{t('found.mailKept')}</Notice>}
      {administratorParts.map((part) => (
        <Field
          key={part}
          label={t(`company.administrator.${part}`)}
          required={!fixed}
          readOnly={fixed}
          type={part === 'email' ? 'email' : 'text'}
          autoComplete="off"
          value={person[part]}
          error={refused[`administrator.${part}`]}
          onChange={(text) => onChange({ administrator: { ...person, [part]: text } })}
        />
      ))}
      {person.default_language && (
        <SelectField
          label={t('top.language')}
          hint={t('users.form.languageHint')}
          disabled={fixed}
          value={person.default_language}
          choices={languageCodes.map((code) => ({ value: code, label: languages[code].name }))}
          error={refused['administrator.default_language'] ?? null}
          onChange={(code) =>
            onChange({ administrator: { ...person, default_language: code as Language } })
          }
        />
      )}
      {refused['administrator'] && (
        <p className={styles.error} role="alert">
          {refused['administrator']}
        </p>
      )}
    </>
  )
}

function SwarmFields({ founding, fixed, refused, onChange }: FieldsProps) {
  if (fixed) return <Lines lines={founding.swarms} />
  return (
    <TextAreaField
      label={t('found.swarms')}
      required
      rows={4}
      value={founding.swarms.join('\n')}
      error={refused['swarms'] ?? null}
      onChange={(text) => onChange({ swarms: text.split('\n') })}
    />
  )
}

function Lines({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.devices}>
      {lines.map((line) => (
        <li key={line}>
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  )
}

function MethodField({ founding, fixed, refused, onChange }: FieldsProps) {
  const published = useRecords(globalRecipe)?.filter(({ archived }) => archived === 0)
  if (fixed) return <Lines lines={founding.method ? [founding.method.name] : []} />
  if (published?.length === 0) return <Notice kind="info">{t('found.noMethods')}</Notice>
  return (
    <SelectField
      label={t('found.method')}
      required
      placeholder={t('found.methodChoose')}
      value={founding.method?.uuid ?? ''}
      choices={(published ?? []).map(({ uuid, name }) => ({ value: uuid, label: name }))}
      error={refused['method'] ?? null}
      onChange={(uuid) => {
        const found = published?.find((one) => one.uuid === uuid)
        onChange({ method: found ? { uuid, name: found.name } : null })
      }}
    />
  )
}

function TestFields({ founding, fixed, refused, onChange }: FieldsProps) {
  const { device_uuid = null, skipped = '' } = founding.test ?? {}
  return (
    <>
      <SelectField
        label={t('found.testDevice')}
        disabled={fixed}
        value={device_uuid ?? ''}
        choices={[
          { value: '', label: t('found.testNone') },
          ...founding.claimed.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        error={refused['test'] ?? null}
        onChange={(uuid) => onChange({ test: { device_uuid: uuid || null, skipped: '' } })}
      />
      {device_uuid === null && (
        <Field
          label={t('found.skipped')}
          required={!fixed}
          readOnly={fixed}
          maxLength={200}
          value={skipped}
          onChange={(text) => onChange({ test: { device_uuid: null, skipped: text } })}
        />
      )}
    </>
  )
}
