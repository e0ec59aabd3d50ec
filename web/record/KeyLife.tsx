import { t } from '../i18n/intl.ts'
import { SelectField } from '../parts/form/SelectField.tsx'

export const msOfDay = 86_400_000
const lives = ['30', '90', '365'] as const

/** Choose after how many days a key ends. */
export function KeyLife(props: { days: string; onChange: (days: string) => void }) {
  return (
    <SelectField
      label={t('security.keyLife')}
      value={props.days}
      choices={lives.map((value) => ({
        value,
        label: t('security.days', { count: Number(value) }),
      }))}
      onChange={props.onChange}
    />
  )
}
