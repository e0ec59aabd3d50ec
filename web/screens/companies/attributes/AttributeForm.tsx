import { useState } from 'react'
import { contextAttributeCalls } from '../../../../domain/calls/context-attributes.ts'
import { type ContextAttribute, flagOf } from '../../../../domain/entities/context-attribute.ts'
import { productFlags } from '../../../../domain/permissions.ts'
import { call } from '../../../client/call.ts'
import { t } from '../../../i18n/intl.ts'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { RecordForm } from '../../../record/RecordForm.tsx'
import type { DrawnField } from '../../../record/FieldInput.tsx'
import { showToast } from '../../../state/toasts.ts'

interface Values {
  name: string
  description: string
  type: 'flag' | 'text'
  values: string[]
  default: string
}

const emptyAttribute: Values = {
  name: '',
  description: '',
  type: 'flag',
  values: ['on', 'off'],
  default: 'off',
}

/** Make a context attribute, or change one; `null` is a new one. Its links are chosen in dialogs of their own. */
export function AttributeForm(props: {
  attribute: ContextAttribute | null
  onDone: () => void
  onClose: () => void
}) {
  const { attribute, onDone, onClose } = props
  return (
    <RecordForm<Values>
      open
      title={t(attribute ? 'attributes.editTitle' : 'attributes.new', {
        name: attribute?.name ?? '',
      })}
      submit={t('company.save')}
      schema={contextAttributeCalls.create.body}
      values={attribute ? valuesOf(attribute) : emptyAttribute}
      note={
        attribute && flagOf(attribute) && <Notice kind="warning">{t('attributes.live')}</Notice>
      }
      fields={[
        {
          name: 'name',
          label: t('company.field.name'),
          hint: t('attributes.field.nameHint', { names: Object.keys(productFlags).join(', ') }),
          autoCapitalize: 'off',
          autoFocus: true,
        },
        { name: 'description', label: t('attributes.field.description') },
        {
          name: 'type',
          label: t('attributes.column.type'),
          kind: 'choice',
          choices: (['flag', 'text'] as const).map((value) => ({
            value,
            label: t(`attributes.type.${value}`),
          })),
        },
        {
          name: 'values',
          label: t('attributes.column.values'),
          when: ({ type }) => type === 'flag',
          draw: (field) => <ValuesField {...field} />,
        },
        {
          name: 'default',
          label: t('attributes.column.default'),
          hint: t('attributes.field.defaultHint'),
        },
      ]}
      send={async (given, opId) => {
        const body = given.type === 'text' ? { ...given, values: [] } : given
        if (attribute) {
          const { uuid: id, updated_at: base } = attribute
          const parts = { params: { id }, body: { ...body, base } }
          await call(contextAttributeCalls.edit, parts, { opId })
        } else {
          await call(contextAttributeCalls.create, { body }, { opId })
        }
        showToast('done', t('attributes.done.save', { name: body.name }))
        onDone()
      }}
      onClose={onClose}
    />
  )
}

function valuesOf({ name, description, type, values, default: usual }: ContextAttribute): Values {
  return { name, description, type, values, default: usual }
}

/** Enter the possible values, one a line. */
function ValuesField({ value, error, onChange }: DrawnField) {
  const [text, setText] = useState(() => (value as string[]).join('\n'))
  return (
    <TextAreaField
      label={t('attributes.column.values')}
      hint={t('attributes.field.valuesHint')}
      required
      rows={3}
      value={text}
      error={error ?? null}
      onChange={(next) => {
        setText(next)
        onChange(next.split('\n').flatMap((line) => line.trim() || []))
      }}
    />
  )
}
