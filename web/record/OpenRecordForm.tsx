import { revalidateLogic, useForm } from '@tanstack/react-form'
import { type ReactNode, useEffect, useRef } from 'react'
import type * as v from 'valibot'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Dialog } from '../parts/dialog/Dialog.tsx'
import { FormFailure } from '../parts/dialog/FormFailure.tsx'
import { checkFields, type FieldTexts } from '../state/form-faults.ts'
import { useSending } from '../state/use-sending.ts'
import { changesOf, fieldKind, fieldSchema, isDue } from './changes.ts'
import { FieldInput, type FieldSpec } from './FieldInput.tsx'
import styles from './Record.module.css'

type Values = Record<string, unknown>

export interface FormFacts<Body extends object> {
  open: boolean
  title: string
  submit: string
  /** Schema of the body that is sent: it says how fields are filled in, which are due, and what is wrong. */
  schema: v.GenericSchema
  values: Body
  fields: readonly FieldSpec<Body>[]
  /** True to check and send only what was changed, of a record that is there. */
  changesOnly?: boolean
  /** Above the fields. */
  note?: ReactNode
  /** The operation id is the same for the same values. @throws Fault, whose details are shown at their fields. */
  send: (body: Body, opId: string) => Promise<void>
  onClose: () => void
}

/** Show the form of a record in a dialog, and what is wrong at its fields. */
export function OpenRecordForm(facts: FormFacts<Values>) {
  const sending = useSending(facts.fields.map(({ name }) => name))
  const form = useForm({
    defaultValues: facts.values,
    validationLogic: revalidateLogic(),
    validators: {
      onDynamic: ({ value }) => asProblems(findProblems(facts, value, sending.refused)),
    },
    onSubmit: async ({ value }) => {
      const body = bodyOf(facts, value, sending.refused)
      const content = { ...body }
      for (const { name, secret } of facts.fields) if (secret) delete content[name]
      const isNothing = facts.changesOnly === true && Object.keys(content).length === 0
      const work = isNothing ? async () => undefined : (opId: string) => facts.send(body, opId)
      if (!(await sending.send(true, work, content))) return
      form.reset()
      facts.onClose()
    },
  })
  // Let a field that nobody changed here follow the record: sent as it was, it would undo what a colleague wrote meanwhile.
  const followed = useRef(facts.values)
  useEffect(() => {
    const own = changesOf(followed.current, form.state.values)
    for (const [name, value] of Object.entries(changesOf(followed.current, facts.values)))
      if (!(name in own)) form.setFieldValue(name, value as never, { dontUpdateMeta: true })
    followed.current = facts.values
  }, [form, facts.values])
  return (
    <Dialog
      open={facts.open}
      title={facts.title}
      role="alertdialog"
      onClose={facts.onClose}
      onSubmit={() => void form.handleSubmit()}
      busy={sending.busy}
      actions={
        <>
          <Button onClick={facts.onClose}>{t('parts.cancel')}</Button>
          <Button type="submit" kind="primary" busy={sending.busy}>
            {facts.submit}
          </Button>
        </>
      }
    >
      <FormFailure reasons={sending.others} />
      {facts.note}
      <form.Subscribe selector={({ values, fieldMeta }) => ({ values, fieldMeta })}>
        {({ values, fieldMeta }) => (
          <div className={styles.fields}>
            {shownFields(facts.fields, values, sending.refused).map((spec) => {
              const schema = fieldSchema(facts.schema, spec.name)
              return (
                <FieldInput
                  key={spec.name}
                  spec={spec}
                  kind={spec.kind ?? fieldKind(schema)}
                  schema={schema}
                  due={isDue(schema)}
                  value={values[spec.name]}
                  error={sending.refused[spec.name] ?? errorOf(fieldMeta, spec.name)}
                  onChange={(next) => {
                    sending.forget(spec.name)
                    form.setFieldValue(spec.name, next as never)
                  }}
                />
              )
            })}
          </div>
        )}
      </form.Subscribe>
    </Dialog>
  )
}

function shownFields(
  fields: readonly FieldSpec[],
  values: Values,
  refused: FieldTexts,
): readonly FieldSpec[] {
  return fields.filter(({ when }) => when === undefined || when(values, refused))
}

/** Return the body to send: the visible fields; of a known record only what differs, and secrets that were given. */
function bodyOf(facts: FormFacts<Values>, values: Values, refused: FieldTexts): Values {
  const shown = shownFields(facts.fields, values, refused)
  const pick = (secret: boolean) =>
    Object.fromEntries(
      shown
        .filter((spec) => (spec.secret ?? false) === secret)
        .map(({ name }) => [name, values[name]]),
    )
  const given = Object.entries(pick(true)).filter(([, value]) => value !== '')
  const record = facts.changesOnly ? changesOf(facts.values, pick(false)) : pick(false)
  return { ...record, ...Object.fromEntries(given) }
}

/** Find what is wrong before anything is sent: first what the schema says, over that what the form says of a gap. */
function findProblems(
  facts: FormFacts<Values>,
  values: Values,
  refused: FieldTexts,
): Record<string, string> {
  const shown = shownFields(facts.fields, values, refused)
  const gaps = shown.flatMap(({ name, missing }) => {
    const value = values[name]
    const isEmpty = value === '' || (Array.isArray(value) && value.length === 0)
    return missing !== undefined && isEmpty ? [[name, missing] as const] : []
  })
  return {
    ...checkFields(facts.schema, bodyOf(facts, values, refused)),
    ...Object.fromEntries(gaps),
  }
}

function asProblems(fields: FieldTexts): { fields: FieldTexts } | undefined {
  return Object.keys(fields).length > 0 ? { fields } : undefined
}

function errorOf(
  meta: Partial<Record<string, { errors: readonly unknown[] }>>,
  name: string,
): string | undefined {
  return meta[name]?.errors.find((one) => typeof one === 'string') as string | undefined
}
