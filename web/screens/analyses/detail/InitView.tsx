import { useMemo, useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis } from '../../../../domain/entities/analysis.ts'
import { command as commandEntity } from '../../../../domain/entities/command.ts'
import { findLayoutProblems } from '../../../../domain/rules/cartridge.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import { useRecords } from '../../../state/use-records.ts'
import { layoutLook } from '../../../layout/layout-look.ts'
import { plateRoom } from '../../../parts/plate/plate-room.ts'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import { sampleBadges } from '../../../entities/sample/sample-look.ts'
import { MethodSummary } from '../wizard/MethodSummary.tsx'
import { CommandList } from './CommandList.tsx'
import { commandsOf } from './commands-of.ts'
import { markComments } from './comments/mark-comments.ts'
import detail from './Detail.module.css'
import styles from './InitView.module.css'
import { LowerTabs } from './LowerTabs.tsx'
import { OtherRun } from './running/OtherRun.tsx'

/** Show an analysis that waits for its launch: its layout as it would run. */
export function InitView({ record }: { record: Analysis }) {
  const shape = cartridges[record.cartridge_type]
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const looks = useMemo(
    () => markComments(layoutLook(record.samples, shape, 'type'), record.comments, shape),
    [record.samples, record.comments, shape],
  )
  const commands = commandsOf(useRecords(commandEntity), record.uuid)
  const problems = findLayoutProblems(record.samples, { cartridge_type: record.cartridge_type })
  return (
    <>
      {problems.length > 0 && (
        <Notice kind="warning" title={t('wizard.layout.problems', { count: problems.length })}>
          {problems.slice(0, 3).map(faultText).join(' · ')}
        </Notice>
      )}
      <OtherRun record={record} />
      <CommandList commands={commands} />
      <div className={styles.init}>
        <div className={detail.panel}>
          <div style={plateRoom(shape)}>
            <PlateGrid
              label={t('wizard.plate', { name: record.name })}
              rows={shape.rows}
              columns={shape.columns}
              wellLook={(index) => looks[index] ?? { label: '', quiet: true }}
              selected={selected}
              onSelect={setSelected}
            />
          </div>
        </div>
        <div className={detail.panel}>
          <MethodSummary method={record.method} cartridge={record.cartridge_type} />
          <ul className={styles.sampleList}>
            {record.samples.map((sample) => (
              <li key={sample.uuid}>
                <span aria-hidden="true">{sampleBadges[sample.sample_type]}</span>
                <span>
                  {sample.name}{' '}
                  <span className={detail.quiet}>{t(`sample.type.${sample.sample_type}`)}</span>
                </span>
                <bdi dir="ltr" className={detail.quiet}>
                  {writeWells(sample.coordinates, shape)}
                </bdi>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <LowerTabs record={record} picked={{ selected, onSelect: setSelected }} />
    </>
  )
}
