import { useState } from 'react'
import { createPortal } from 'react-dom'
import { type CartridgeType, cartridges } from '../../../../../domain/catalog/cartridges.ts'
import { rowLetter, wellName } from '../../../../../domain/rules/well.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import { formatDateTime, formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import type { Draft } from '../../../../state/draft.ts'
import type { Layout } from '../../../../state/draft-steps.ts'
import { account } from '../../../../state/session.ts'
import { sampleBadges } from '../../../../entities/sample/sample-look.ts'
import type { Plan } from '../plan.ts'
import styles from './BenchSheet.module.css'
import { usePrint } from '../../../../parts/print/use-print.ts'
import { listSteps, ownersOf } from './list-steps.ts'

/** Print the plan with boxes to tick: drawn only for the printer, which it opens by itself. */
export function BenchSheet({
  draft,
  plan,
  onPrinted,
}: {
  draft: Draft
  plan: Plan
  onPrinted: () => void
}) {
  const [printedAt] = useState(() => new Date().toISOString())
  usePrint(onPrinted)
  const shape = draft.cartridge_type && cartridges[draft.cartridge_type]
  if (!shape) return null
  const samples = draft.layout.present
  const { kit } = draft
  return createPortal(
    <article className={styles.sheet} aria-label={t('loading.sheet')}>
      <h1>{draft.name || t('loading.sheet')}</h1>
      <dl className={styles.facts}>
        <Fact name={t('wizard.method')} value={plan.methodName} />
        <Fact name={t('wizard.device')} value={plan.device?.name ?? '–'} />
        <Fact name={t('wizard.cartridge')} value={shape.name} dir="ltr" />
        <Fact
          name={t('kit.title')}
          value={kit ? `${kit.name} · ${kit.lot} · ${kit.expiry_date}` : '–'}
        />
        <Fact name={t('loading.sheet.by')} value={account.value?.name ?? ''} />
        <Fact name={t('loading.sheet.at')} value={formatDateTime(printedAt)} />
      </dl>
      <PlateTable samples={samples} shape={shape} />
      <StepList samples={samples} shape={shape} />
      <p className={styles.sign}>{t('loading.sheet.sign')}</p>
    </article>,
    document.body,
  )
}

/** Draw the plate as a table, each well with its sample. */
function PlateTable({ samples, shape }: { samples: Layout; shape: CartridgeType }) {
  const owners = ownersOf(samples, shape)
  return (
    <table className={styles.plate} dir="ltr">
      <thead>
        <tr>
          <td />
          {Array.from({ length: shape.columns }, (_, column) => (
            <th key={column} scope="col">
              {column + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: shape.rows }, (_, row) => (
          <tr key={row}>
            <th scope="row">{rowLetter(row)}</th>
            {Array.from({ length: shape.columns }, (_, column) => {
              const sample = owners.get(row * shape.columns + column)
              return (
                <td key={column}>
                  {sample && (
                    <>
                      <b>{sampleBadges[sample.sample_type]}</b> {sample.name}
                    </>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** List the samples to pipette, each with its wells and a box to tick. */
function StepList({ samples, shape }: { samples: Layout; shape: CartridgeType }) {
  return (
    <ol className={styles.steps}>
      {listSteps(samples, shape, 'sample').map(({ wells, samples: [sample] }) => (
        <li key={wells[0]}>
          <span className={styles.box} />
          <bdi dir="ltr">
            {writeWells(
              wells.map((well) => wellName(shape, well)),
              shape,
            )}
          </bdi>
          <span>
            <bdi>{sample?.name}</bdi> · {sample && t(`sample.type.${sample.sample_type}`)}
            {sample?.quantity !== undefined && ` · ${formatNumber(sample.quantity)}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** Show a fact. @param dir direction of a text that is not turned round with the page: 8 × 12 is no 12 × 8. */
function Fact({ name, value, dir }: { name: string; value: string; dir?: 'ltr' }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi dir={dir}>{value}</bdi>
      </dd>
    </div>
  )
}
