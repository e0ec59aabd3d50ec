import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { t } from '../../../i18n/intl.ts'
import type { Draft } from '../../../state/draft.ts'
import type { Plan } from './plan.ts'
import { Step } from './Step.tsx'
import styles from '../../../layout/Layout.module.css'
import { LayoutEditor } from './LayoutEditor.tsx'

/** Edit the samples of the cartridge; after a change of its size, start with samples that no longer fit in the tray. */
export function LayoutStep(props: {
  draft: Draft
  plan: Plan
  problems: readonly FaultDetail[]
  /** Take the label of a kit that was scanned on the plate. */
  takeLabel?: (text: string) => boolean
}) {
  const { cartridge_type } = props.draft
  if (!cartridge_type) {
    return (
      <Step number={3} id="layout" title={t('wizard.layout')}>
        <p className={styles.quiet}>{t('wizard.layout.first')}</p>
      </Step>
    )
  }
  return <LayoutEditor key={cartridge_type} {...props} shape={cartridges[cartridge_type]} />
}
