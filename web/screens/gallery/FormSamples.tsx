import { useState } from 'react'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { DateField } from '../../parts/form/DateField.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { NumberField } from '../../parts/form/NumberField.tsx'
import { PasswordField } from '../../parts/form/PasswordField.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { KeysToggle } from '../../parts/keys/KeysToggle.tsx'
import styles from './Gallery.module.css'

export function FormSamples() {
  const [text, setText] = useState('cedar')
  const [secret, setSecret] = useState('')
  const [choice, setChoice] = useState('b')
  const [amount, setAmount] = useState<number | null>(0.25)
  const [day, setDay] = useState<number | null>(Date.UTC(2026, 2, 9))
  const [ticked, setTicked] = useState(true)
  const [mode, setMode] = useState<'linear' | 'log' | 'derivative'>('linear')
  const choices = ['a', 'b', 'c'].map((value) => ({
    value,
    label: `Choice ${value.toUpperCase()}`,
  }))
  return (
    <>
      <div className={styles.fields}>
        <Field label="Name" hint="At most 60 letters." required value={text} onChange={setText} />
        <Field
          label="Name with a fault"
          error="This name is taken. Choose another."
          value={text}
          onChange={setText}
        />
        <Field label="Volume" unit="µl" inputMode="decimal" value="20" onChange={() => {}} />
        <PasswordField label="Password" value={secret} onChange={setSecret} />
        <SelectField label="Choice" value={choice} onChange={setChoice} choices={choices} />
        <SelectField
          label="Nothing chosen"
          placeholder="Choose…"
          value=""
          onChange={setChoice}
          choices={choices}
        />
        <NumberField
          label="Threshold"
          unit="a.u."
          min={0}
          max={2}
          step={0.05}
          value={amount}
          onChange={setAmount}
        />
        <DateField label="Day" value={day} onChange={setDay} />
        <TextAreaField label="Note" value={text} onChange={setText} />
        <CheckField label="Ticked" hint="With a hint" checked={ticked} onChange={setTicked} />
        <CheckField label="Mixed" mixed checked={false} onChange={() => {}} />
      </div>
      <Segments
        label="Mode"
        value={mode}
        onChange={setMode}
        choices={[
          { value: 'linear', label: 'Linear' },
          { value: 'log', label: 'Log' },
          { value: 'derivative', label: 'Derivative' },
        ]}
      />
      <KeysToggle label="Keys J and K" keys={['J', 'K']} on={ticked} onChange={setTicked} />
    </>
  )
}
