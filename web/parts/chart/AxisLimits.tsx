import type { FormEvent } from 'react'
import { useId, useRef, useState } from 'react'
import { t } from '../../i18n/intl.ts'
import { Button } from '../button/Button.tsx'
import { NumberField } from '../form/NumberField.tsx'
import styles from './AxisLimits.module.css'
import type { AxisName } from './geometry.ts'
import type { Scale } from './scale.ts'

export type OnLimits = (axis: AxisName, limits: readonly [number, number] | 'fit' | null) => void

/** Show the name of an axis as the button that opens its ends for change. */
export function AxisLimits(props: {
  axis: AxisName
  label: string
  scale: Scale
  /** The ends differ from those that it has by itself. */
  changed: boolean
  onLimits: OnLimits
}) {
  const { axis, label, scale, changed, onLimits } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const choose = (limits: Parameters<OnLimits>[1]) => {
    panel.current?.hidePopover()
    button.current?.focus()
    onLimits(axis, limits)
  }
  return (
    <span className={styles.holder} data-axis={axis}>
      <button
        ref={button}
        type="button"
        className={styles.name}
        data-changed={changed || undefined}
        aria-label={t('parts.chart.limits', { axis: label })}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {label}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t('parts.chart.limits', { axis: label })}
        className={styles.panel}
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => event.stopPropagation()}
        onToggle={(event) => {
          const shown = event.newState === 'open'
          setOpen(shown)
          if (shown && button.current && panel.current) placePanel(button.current, panel.current)
        }}
      >
        {open && <LimitsForm scale={scale} onChoose={choose} canFit={axis !== 'x'} />}
      </div>
    </span>
  )
}

function LimitsForm(props: {
  scale: Scale
  canFit: boolean
  onChoose: (limits: readonly [number, number] | 'fit' | null) => void
}) {
  const { scale, onChoose } = props
  const [from, setFrom] = useState<number | null>(() => tidy(scale.domain[0]))
  const [to, setTo] = useState<number | null>(() => tidy(scale.domain[1]))
  const wrong = from === null || to === null || from >= to || (scale.log && from <= 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) onChoose([from, to])
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <NumberField label={t('parts.chart.limits.from')} value={from} onChange={setFrom} />
      <NumberField
        label={t('parts.chart.limits.to')}
        value={to}
        error={wrong ? t('parts.chart.limits.wrong') : null}
        onChange={setTo}
      />
      <div className={styles.actions}>
        {props.canFit && (
          <Button onClick={() => onChoose('fit')}>{t('parts.chart.limits.fit')}</Button>
        )}
        <Button onClick={() => onChoose(null)}>{t('parts.chart.limits.reset')}</Button>
        <Button type="submit" kind="primary">
          {t('parts.chart.limits.set')}
        </Button>
      </div>
    </form>
  )
}

/** Round to the digits that an axis needs. */
function tidy(value: number): number {
  return Number(value.toPrecision(6))
}

/** Place the panel beside its name and inside the window, with the focus in the first field. */
function placePanel(button: HTMLElement, panel: HTMLElement): void {
  const from = button.getBoundingClientRect()
  const { width, height } = panel.getBoundingClientRect()
  const top = from.bottom + 4 + height <= innerHeight ? from.bottom + 4 : from.top - 4 - height
  panel.style.left = `${Math.max(4, Math.min(innerWidth - width - 4, from.left))}px`
  panel.style.top = `${Math.max(4, top)}px`
  // Wait for its form, which is drawn a moment later.
  requestAnimationFrame(() => panel.querySelector('input')?.select())
}
