import { useEffect, useRef } from 'react'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../../domain/entities/analysis.ts'
import { wellName } from '../../../../../domain/rules/well.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { sampleBadges } from '../../../../entities/sample/sample-look.ts'
import { isDone } from './list-steps.ts'
import styles from './Loading.module.css'
import type { LoadingGuide } from './use-loading.ts'

/** Show the current step, large enough to be read from the bench, with the two buttons that are pressed most. */
export function StepCard(props: {
  guide: LoadingGuide
  cartridge: CartridgeType
  onClose: () => void
}) {
  const { guide, cartridge, onClose } = props
  const { steps, current, loaded } = guide
  const step = steps[current]
  const done = useRef<HTMLSpanElement>(null)
  // Focus the button, so that a hand that holds a pipette can press it by the space bar.
  useEffect(() => done.current?.querySelector('button')?.focus({ preventScroll: true }), [])
  const wells = step?.wells.map((well) => wellName(cartridge, well)) ?? []
  const place = writeWells(wells, cartridge)
  const names = step ? step.samples.map(({ name }) => name).join(', ') : ''
  return (
    <section className={styles.card} aria-label={t('loading.now')}>
      <p className="visually-hidden" role="status">
        {step ? t('loading.say', { wells: place, names }) : t('loading.all')}
      </p>
      {step ? (
        <>
          <p className={styles.quiet}>
            {t('loading.step', { step: current + 1, steps: steps.length })}
          </p>
          <p className={styles.place}>
            <bdi dir="ltr">{place}</bdi>
          </p>
          <ul className={styles.samples}>
            {step.samples.map((sample, at) => (
              <SampleLine
                key={`${sample.uuid}-${at}`}
                sample={sample}
                well={step.samples.length > 1 ? (wells[at] ?? null) : null}
              />
            ))}
          </ul>
        </>
      ) : (
        <>
          <p className={styles.place}>{t('loading.all')}</p>
          <p className={styles.quiet}>{t('loading.all.hint')}</p>
        </>
      )}
      <div className={styles.buttons}>
        <span ref={done} data-done="" className={styles.done}>
          {step ? (
            <Button kind="primary" icon="check" onClick={guide.finish}>
              {t(isDone(step, loaded) ? 'loading.next' : 'loading.done')}
            </Button>
          ) : (
            <Button kind="primary" icon="back" onClick={onClose}>
              {t('loading.back')}
            </Button>
          )}
        </span>
        <Button
          onClick={guide.undo}
          disabledReason={loaded.size === 0 ? t('loading.undo.none') : null}
        >
          {t('loading.undo')}
        </Button>
      </div>
      <p className={styles.quiet}>{t('loading.keys')}</p>
    </section>
  )
}

function SampleLine({ sample, well }: { sample: Sample; well: string | null }) {
  const { name, sample_type, quantity, well_type } = sample
  return (
    <li>
      {well && (
        <bdi dir="ltr" className={styles.well}>
          {well}
        </bdi>
      )}
      <span className={styles.badge} aria-hidden="true">
        {sampleBadges[sample_type]}
      </span>
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
      <span className={styles.quiet}>
        {t(`sample.type.${sample_type}`)}
        {quantity !== undefined && ` · ${formatNumber(quantity)} ${t('wizard.inspector.copies')}`}
        {well_type && ` · ${well_type}`}
      </span>
    </li>
  )
}
