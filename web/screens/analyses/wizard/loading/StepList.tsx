import { useEffect, useRef } from 'react'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import { wellName } from '../../../../../domain/rules/well.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import { t } from '../../../../i18n/intl.ts'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import { isDone } from './list-steps.ts'
import styles from './Loading.module.css'
import type { LoadingGuide } from './use-loading.ts'

/** List all steps in their order; a press goes to one. */
export function StepList({ guide, cartridge }: { guide: LoadingGuide; cartridge: CartridgeType }) {
  const { steps, current, loaded, goTo } = guide
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const due = list.current?.querySelector<HTMLElement>('[aria-current]')
    const box = list.current
    // Move only the list, never the page under a person's hand.
    if (due && box) box.scrollTop = due.offsetTop - box.offsetTop - box.clientHeight / 3
  }, [current])
  return (
    <ol ref={list} className={styles.list} aria-label={t('loading.steps')}>
      {steps.map((step, at) => {
        const done = isDone(step, loaded)
        const wells = step.wells.map((well) => wellName(cartridge, well))
        return (
          <li key={wells[0]}>
            <button
              type="button"
              className={styles.line}
              data-done-step={done || undefined}
              aria-current={at === current ? 'step' : undefined}
              onClick={() => goTo(at)}
            >
              <span className={styles.tick}>{done && <Icon name="check" />}</span>
              <bdi dir="ltr" className={styles.well}>
                {writeWells(wells, cartridge)}
              </bdi>
              <span className={styles.names}>
                <bdi>{step.samples.map(({ name }) => name).join(', ')}</bdi>
              </span>
              {done && <span className="visually-hidden">{t('loading.isDone')}</span>}
            </button>
          </li>
        )
      })}
    </ol>
  )
}
