import { useMemo, useState } from 'react'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { PlacedList } from '../../../../../workers/files/sample-list/place-samples.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Icon } from '../../../../parts/icon/Icon.tsx'
import { PlateGrid } from '../../../../parts/plate/PlateGrid.tsx'
import { layoutLook } from '../../shared/layout-look.ts'
import { plateRoom } from '../../shared/plate-room.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import styles from './Csv.module.css'

/** What each row of a list becomes, and the cartridge as it would be. */
export function CsvResult(props: { placed: PlacedList; cartridge: CartridgeType; name: string }) {
  const { placed, cartridge } = props
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const looks = useMemo(() => layoutLook(placed.samples, cartridge, 'type'), [placed, cartridge])
  const rows = listRows(placed, cartridge)
  return (
    <>
      <p role="status">
        <strong>
          {t('wizard.csv.summary', { rows: placed.taken.length, left: placed.left.length })}
        </strong>
      </p>
      <div className={styles.result}>
        <div style={plateRoom(cartridge)}>
          <PlateGrid
            label={t('wizard.csv.plate')}
            rows={cartridge.rows}
            columns={cartridge.columns}
            wellLook={(index) => looks[index] ?? { label: '', quiet: true }}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
        <div className={styles.scroll} tabIndex={0}>
          <table className={styles.table} aria-label={t('wizard.csv.rows', { name: props.name })}>
            <thead>
              <tr>
                <th scope="col">{t('wizard.csv.row')}</th>
                <th scope="col">{t('wizard.csv.sample')}</th>
                <th scope="col">{t('wizard.csv.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ row, name, wells, why }) => (
                <tr key={row} data-left={why !== null || undefined}>
                  <td>{formatNumber(row)}</td>
                  <td>
                    <bdi>{name}</bdi>
                  </td>
                  <td>
                    {why === null ? (
                      <bdi dir="ltr">{wells}</bdi>
                    ) : (
                      <span className={styles.why}>
                        <Icon name="warning" /> {t('wizard.csv.left', { reason: why })}
                      </span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </>
  )
}

/** What was left out first: that is what somebody must look at. */
function listRows({ taken, left }: PlacedList, cartridge: CartridgeType) {
  return [
    ...left.map(({ row, name, reason, params }) => ({
      row,
      name,
      wells: '',
      why: faultText({ code: 'invalid', reason, params }),
    })),
    ...taken.map(({ row, name, wells }) => ({
      row,
      name,
      wells: writeWells(wells, cartridge),
      why: null,
    })),
  ]
}
