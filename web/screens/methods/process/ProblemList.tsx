import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { faultText } from '../../../i18n/faults.ts'
import { hasText, t } from '../../../i18n/intl.ts'
import { Icon } from '../../../parts/icon/Icon.tsx'
import type { Draft } from './draft/draft.ts'
import styles from './Editor.module.css'
import { fieldId } from './field-id.ts'

/** List the problems that prevent saving; each leads to its field. */
export function ProblemList({
  problems,
  draft,
}: {
  problems: readonly FaultDetail[]
  draft: Draft
}) {
  return (
    <section className={styles.part} aria-label={t('methods.problems')}>
      <h2>{t('methods.problems')}</h2>
      <p role="status" className={styles.quiet}>
        {problems.length === 0
          ? t('methods.noProblems')
          : t('methods.problemCount', { count: problems.length })}
      </p>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem, index) => (
            <li key={index}>
              <button type="button" onClick={() => focusField(problem.field ?? '')}>
                <Icon name="error" />
                <span>
                  <strong>{nameField(problem.field ?? '', draft)}</strong> {faultText(problem)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function focusField(field: string): void {
  const parts = field.split('.')
  // Find the element of the enclosing field where a field has none of its own.
  while (parts.length > 0) {
    const found = document.getElementById(fieldId(parts.join('.')))
    if (found) {
      found.focus()
      if (found instanceof HTMLInputElement) found.select()
      return
    }
    parts.pop()
  }
}

const columns: Record<string, string> = {
  temperature: 'methods.temperature',
  duration: 'methods.duration',
  temperature_change: 'methods.change',
  goto: 'methods.backTo',
  repeat: 'methods.passes',
  intensity: 'methods.intensity',
  exposure: 'methods.exposure',
  wavelength: 'methods.wavelength',
}

/** Say which field of a recipe it is: `Step 3 · Temperature (°C)`. */
function nameField(field: string, { channels }: Draft): string {
  const [, part = '', at, name = ''] = field.split('.')
  const own = columns[name]
  const column = own && hasText(own) ? ` · ${t(own)}` : ''
  if (field === 'name') return t('methods.name')
  if (part === 'lid_temperature') return t('methods.lid')
  if (part === 'steps') {
    return at === undefined
      ? t('methods.steps')
      : `${t('methods.step', { number: Number(at) + 1 })}${column}`
  }
  if (part !== 'channels') return t('methods.programme')
  const channel = channels[Number(at)]
  return channel ? `${displayName(channel.wavelength)}${column}` : t('methods.channels')
}
