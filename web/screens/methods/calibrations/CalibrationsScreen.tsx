import { useMemo, useState } from 'react'
import { dyeCalibrationState } from '../../../../domain/actions/dye-calibration.ts'
import { refuse } from '../../../../domain/actions/refuse.ts'
import { dyeCalibrationCalls } from '../../../../domain/calls/dye-calibrations.ts'
import type { DyeCalibration } from '../../../../domain/entities/dye-calibration.ts'
import { call } from '../../../client/call.ts'
import {
  CalibrationBadge,
  makeCalibrationColumns,
  makeCalibrationFacets,
} from '../../../entities/dye-calibration/calibration-columns.tsx'
import { MeasuredText } from '../../../entities/dye-calibration/MeasuredText.tsx'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { paths } from '../../../paths.ts'
import type { Act } from '../../../record/act.ts'
import { RecordPage } from '../../../record/RecordPage.tsx'
import type { PanelFacts } from '../../../record/RecordPanel.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { askedRows, useRows } from '../../../record/use-rows.ts'
import { localTime } from '../../../state/local-time.ts'
import { account } from '../../../state/session.ts'
import { CalibrationForm } from './CalibrationForm.tsx'

const calibrationRows = askedRows(dyeCalibrationCalls.search, { order: 'created_at DESC' })

/** Show `/colour-calibrations`: matrices that were measured on plates of pure dyes. */
export function CalibrationsScreen() {
  const [isNew, setNew] = useState(false)
  const list = useRows(calibrationRows)
  const columns = useMemo(() => makeCalibrationColumns(), [])
  const facets = useMemo(() => makeCalibrationFacets(), [])
  const why = whyNotCall(dyeCalibrationCalls.keep)
  const create = () => setNew(true)
  return (
    <RecordPage
      name="dye_calibration"
      file="colour-calibrations"
      title={t('nav.dyeCalibrations')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="-measured_at"
      nameOf={({ name }) => name}
      primary={{ label: t('dyes.new'), icon: 'plus', disabledReason: why, onPress: create }}
      empty={{
        area: 'dyeCalibrations',
        title: t('dyes.emptyTitle'),
        text: t('dyes.emptyText'),
        action: (
          <Button icon="plus" disabledReason={why} onClick={create}>
            {t('dyes.new')}
          </Button>
        ),
      }}
      panel={calibrationPanel}
      actsOf={(record) => [withdrawAct(record, list.again)]}
    >
      {isNew && <CalibrationForm onKept={list.again} onClose={() => setNew(false)} />}
    </RecordPage>
  )
}

function calibrationPanel(record: DyeCalibration): PanelFacts {
  const { withdrawn } = record
  return {
    state: <CalibrationBadge record={record} />,
    facts: [
      [t('dyes.measured'), localTime(record.measured_at)],
      [t('dyes.device'), record.device_name],
      [t('dyes.by'), record.user_name],
      [t('dyes.engine'), record.engine],
      ...(withdrawn
        ? ([
            [
              t('dyes.withdrawn'),
              t('dyes.withdrawnBy', {
                name: withdrawn.user_name,
                at: localTime(withdrawn.at) ?? '',
                reason: withdrawn.reason,
              }),
            ],
          ] as const)
        : []),
    ],
    more: (
      <>
        <a href={paths.analysis(record.run_uuid)}>{t('dyes.openRun')}</a>
        <MeasuredText measured={{ ...record, failures: [] }} />
      </>
    ),
    history: {
      kind: 'dye_calibration',
      id: record.uuid,
      updatedAt: record.updated_at,
      fields: { withdrawn: { label: t('dyes.withdrawn'), show: () => '' } },
    },
  }
}

function withdrawAct(record: DyeCalibration, again: () => void): Act {
  const refusal = refuse('dye_calibration', 'withdraw', {
    state: dyeCalibrationState(record),
    permissions: account.value?.permissions ?? [],
  })
  const why = !refusal
    ? null
    : t(record.withdrawn ? 'dyes.withdrawnAlready' : 'fault.permission_missing')
  return {
    id: 'withdraw',
    label: t('dyes.withdraw'),
    icon: 'stop',
    hint: t('dyes.withdrawHint'),
    why,
    ask: {
      title: t('dyes.withdrawTitle', { name: record.name }),
      text: t('dyes.withdrawText'),
      submit: t('dyes.withdraw'),
      danger: true,
      reason: 'due',
    },
    send: async (opId, reason) => {
      const parts = { params: { id: record.uuid }, body: { reason } }
      await call(dyeCalibrationCalls.withdraw, parts, { opId })
      again()
      return t('dyes.withdrawnDone', { name: record.name })
    },
  }
}
