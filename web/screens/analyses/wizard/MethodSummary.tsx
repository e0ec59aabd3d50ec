import { useMemo } from 'react'
import { cartridges, type CartridgeName } from '../../../../domain/catalog/cartridges.ts'
import { displayName } from '../../../../domain/catalog/wavelengths.ts'
import type { Method } from '../../../../domain/entities/analysis.ts'
import { expandProgramme, sizeProgramme } from '../../../../domain/rules/programme.ts'
import { formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import styles from './Wizard.module.css'
import { dyeColour } from '../../../entities/sample/dye-colour.ts'

/** Show the targets of a method and its duration. */
export function MethodSummary({ method, cartridge }: { method: Method; cartridge: CartridgeName }) {
  const size = useMemo(() => sizeProgramme(expandProgramme(method.process)), [method.process])
  const { targets, passive_reference: passive } = method.evaluation
  return (
    <dl className={styles.summary}>
      <div>
        <dt>{t('wizard.summary.targets')}</dt>
        <dd className={styles.dyes}>
          {targets.map((target) => (
            <span key={target.name} className={styles.dye}>
              <i style={{ background: dyeColour(target.channel) }} aria-hidden="true" />
              {target.name} <span className={styles.quiet}>{displayName(target.channel)}</span>
            </span>
          ))}
          {passive && (
            <span className={styles.dye}>
              <i style={{ background: dyeColour(passive) }} aria-hidden="true" />
              {displayName(passive)}{' '}
              <span className={styles.quiet}>{t('wizard.summary.passive')}</span>
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{t('wizard.summary.cycles')}</dt>
        <dd>
          {size.meltPoints > 0
            ? t('wizard.summary.cyclesMelt', { cycles: size.cycles, points: size.meltPoints })
            : t('wizard.summary.cyclesOnly', { cycles: size.cycles })}
        </dd>
      </div>
      <div>
        <dt>{t('wizard.summary.duration')}</dt>
        <dd>{t('wizard.summary.about', { time: formatDuration(size.seconds) })}</dd>
      </div>
      <div>
        <dt>{t('wizard.cartridge')}</dt>
        <dd>
          <bdi dir="ltr">{cartridges[cartridge].name}</bdi>
        </dd>
      </div>
    </dl>
  )
}
