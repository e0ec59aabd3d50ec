import { revalidateLogic, useForm } from '@tanstack/react-form'
import { type ReactNode, useRef, useState } from 'react'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { CodeField } from '../../parts/form/CodeField.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import type { Choice } from '../../parts/form/SelectField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { type FieldTexts, sortFaults } from '../../state/form-faults.ts'
import type { UserValues } from './new-user.ts'
import { emptyUser } from './new-user.ts'
import { UserFields } from './UserFields.tsx'
import { makeUuid } from '../../client/make-uuid.ts'

/** The form of a user. What the edge refuses stands at its field; what was typed stays until it is saved. */
export function UserFormDialog(props: {
  open: boolean
  title: string
  submit: string
  known: boolean
  values: UserValues
  profiles: readonly Choice[]
  profileFixed?: string | null
  swarms: readonly Swarm[]
  /** Stands above the fields. */
  note?: ReactNode
  findProblems: (value: UserValues) => FieldTexts
  /** Returns true for values that are saved with one's password only. */
  needsProof?: (value: UserValues) => boolean
  /** `opId` is the same for the same values: pressing again after a lost answer does nothing twice. */
  send: (value: UserValues, opId: string, proof: Proof) => Promise<void>
  onClose: () => void
}) {
  const [refused, setRefused] = useState<FieldTexts>({})
  const [others, setOthers] = useState<string[]>([])
  const [proof, setProof] = useState<Proof>(noProof)
  const attempt = useRef({ values: '', opId: '' })
  const form = useForm({
    defaultValues: props.values,
    validationLogic: revalidateLogic(),
    validators: { onDynamic: ({ value }) => asProblems(props.findProblems(value)) },
    onSubmit: async ({ value }) => {
      setRefused({})
      setOthers([])
      const proves = props.needsProof?.(value) === true
      if (proves && proof.password === '') {
        setRefused({ password: t('login.passwordMissing') })
        return
      }
      const values = JSON.stringify(value)
      if (attempt.current.values !== values) attempt.current = { values, opId: makeUuid() }
      try {
        await props.send(value, attempt.current.opId, proves ? proof : noProof)
        form.reset()
        setProof(noProof)
        props.onClose()
      } catch (error) {
        const sorted = sortFaults(error, [...Object.keys(emptyUser), 'password', 'code'])
        setRefused(sorted.fields)
        setOthers(sorted.others)
      }
    },
  })
  const forget = (field: string) => setRefused(({ [field]: _gone, ...rest }) => rest)
  return (
    <Dialog
      open={props.open}
      title={props.title}
      role="alertdialog"
      onClose={props.onClose}
      onSubmit={() => void form.handleSubmit()}
      actions={
        <>
          <Button onClick={props.onClose}>{t('parts.cancel')}</Button>
          <form.Subscribe selector={(state) => state.isSubmitting}>
            {(busy) => (
              <Button type="submit" kind="primary" busy={busy}>
                {props.submit}
              </Button>
            )}
          </form.Subscribe>
        </>
      }
    >
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
      {props.note}
      <form.Subscribe selector={({ values, fieldMeta }) => ({ values, fieldMeta })}>
        {({ values, fieldMeta }) => (
          <>
            <UserFields
              value={values}
              known={props.known}
              errors={{ ...readErrors(fieldMeta), ...refused }}
              profiles={props.profiles}
              profileFixed={props.profileFixed ?? null}
              swarms={props.swarms}
              onChange={(field, next) => {
                forget(field)
                form.setFieldValue(field, next as never)
              }}
            />
            {props.needsProof?.(values) && (
              <ProofFields
                proof={proof}
                errors={refused}
                onChange={(field, next) => {
                  forget(field)
                  setProof({ ...proof, [field]: next })
                }}
              />
            )}
          </>
        )}
      </form.Subscribe>
    </Dialog>
  )
}

export interface Proof {
  password: string
  /** Empty until it is asked for. */
  code: string
}

const noProof: Proof = { password: '', code: '' }

/** The password for a change of one's own way in, and a code where the service asks for one. */
function ProofFields(props: {
  proof: Proof
  errors: FieldTexts
  onChange: (field: keyof Proof, next: string) => void
}) {
  const { proof, errors, onChange } = props
  return (
    <>
      <PasswordField
        label={t('people.yourPassword')}
        hint={t('people.ownAddress')}
        required
        value={proof.password}
        error={errors['password']}
        onChange={(next) => onChange('password', next)}
      />
      {(proof.code !== '' || errors['code'] !== undefined) && (
        <CodeField
          value={proof.code}
          tried={false}
          error={proof.code === '' ? errors['code'] : null}
          onChange={(next) => onChange('code', next)}
        />
      )}
    </>
  )
}

function asProblems(fields: FieldTexts): { fields: FieldTexts } | undefined {
  return Object.keys(fields).length > 0 ? { fields } : undefined
}

function readErrors(meta: Partial<Record<string, { errors: readonly unknown[] }>>): FieldTexts {
  const texts: Record<string, string> = {}
  for (const [field, facts] of Object.entries(meta)) {
    const first = facts?.errors.find((one) => typeof one === 'string')
    if (typeof first === 'string') texts[field] = first
  }
  return texts
}
