import { useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import type { Draft } from '../../../state/draft.ts'
import { loading, openLoading } from '../../../state/loading.ts'
import { BenchSheet } from './loading/BenchSheet.tsx'
import { doneWells, ownersOf } from './loading/list-steps.ts'
import type { Plan } from './plan.ts'
import { Step } from './Step.tsx'
import styles from './Wizard.module.css'

/** Loading the cartridge: by the guide on the screen, or by a sheet of paper. */
export function LoadStep(props: { draft: Draft; plan: Plan; onLoad: () => void }) {
  const { draft, plan, onLoad } = props
  const [printing, setPrinting] = useState(false)
  openLoading(draft.uuid)
  const shape = draft.cartridge_type && cartridges[draft.cartridge_type]
  const samples = draft.layout.present
  const total = shape ? ownersOf(samples, shape).size : 0
  const done = shape ? doneWells(samples, shape, loading.value.done).size : 0
  const reason = total === 0 ? t('loading.empty') : null
  return (
    <Step number={4} id="load" title={t('loading.title')}>
      <p className={styles.quiet}>
        {done > 0 ? t('loading.progress.text', { done, total }) : t('loading.step.hint')}
      </p>
      <div className={styles.buttons}>
        <Button icon="next" disabledReason={reason} onClick={onLoad}>
          {t(done > 0 ? 'loading.goOn' : 'loading.start')}
        </Button>
        <Button kind="plain" icon="print" disabledReason={reason} onClick={() => setPrinting(true)}>
          {t('loading.print')}
        </Button>
      </div>
      {printing && <BenchSheet draft={draft} plan={plan} onPrinted={() => setPrinting(false)} />}
    </Step>
  )
}
