import { AnalysesExtent } from '../../../entities/analysis/AnalysesExtent.tsx'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { dyeCalibrationCalls } from '../../../../domain/calls/dye-calibrations.ts'
import { analysis as analysisEntity, type Analysis } from '../../../../domain/entities/analysis.ts'
import type { DyePlate, MeasuredDyes } from '../../../../domain/entities/dye-calibration.ts'
import { isDyeRun } from '../../../../domain/rules/dye-plate.ts'
import { call } from '../../../client/call.ts'
import { MeasuredText, type MeasuredWell } from '../../../entities/dye-calibration/MeasuredText.tsx'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { ReasonDialog } from '../../../record/ReasonDialog.tsx'
import { useDeviceName } from '../../../state/device-names.ts'
import { localTime } from '../../../state/local-time.ts'
import { showToast } from '../../../state/toasts.ts'
import { useAnswer } from '../../../state/use-answer.ts'
import { useBodies, useRecords } from '../../../state/use-records.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from './Calibrations.module.css'
import { DyePlateField } from './DyePlateField.tsx'
import { guessHoldings, type Holdings, plateOf } from './dye-wells.ts'

/** Most finished runs that are looked through, newest first. */
const mostRead = 200

const nothing: never[] = []

/** List the finished runs that can calibrate colours, newest first. */
function useDyeRuns(): { runs: readonly Analysis[]; isWhole: boolean } {
  const rows = useRecords(analysisEntity)
  const finished = useMemo(
    () => (rows ?? nothing).filter(({ curves_hash }) => curves_hash !== null).slice(0, mostRead),
    [rows],
  )
  const { bodies, isWhole } = useBodies(analysisEntity, finished)
  const runs = useMemo(() => bodies.filter(isDyeRun), [bodies])
  return { runs, isWhole: rows !== undefined && isWhole }
}

/** Keep what a person says of the plate, and what the service measures of it. */
function useOrder() {
  const { runs, isWhole } = useDyeRuns()
  const [chosen, setChosen] = useState('')
  const [holdings, setHoldings] = useState<Holdings>(new Map())
  const [leftOut, setLeftOut] = useState<ReadonlyMap<string, string>>(new Map())
  const run = runs.find(({ uuid }) => uuid === chosen) ?? null
  const plate = useMemo(() => plateOf(chosen, holdings, leftOut), [chosen, holdings, leftOut])
  const found = useMeasured(plate)
  return {
    runs,
    isWhole,
    chosen,
    run,
    holdings,
    setHoldings,
    leftOut,
    plate,
    found,
    choose: (uuid: string) => {
      const next = runs.find((one) => one.uuid === uuid)
      setChosen(uuid)
      setHoldings(next ? guessHoldings(next) : new Map())
      setLeftOut(new Map())
    },
    leaveOut: (well: string, reason: string) => setLeftOut(new Map([...leftOut, [well, reason]])),
    takeBack: (well: string) => setLeftOut(new Map([...leftOut].filter(([one]) => one !== well))),
  }
}

/** Choose a run of pure dyes and say what its wells hold; see the matrix at once, leave wells out, and keep it. */
export function CalibrationForm(props: { onKept: () => void; onClose: () => void }) {
  const { onKept, onClose } = props
  const order = useOrder()
  const { run, plate, found, leftOut } = order
  const [asked, setAsked] = useState<string | null>(null)
  const sending = useSending([])
  const why = whyNotKept(plate, found)
  const submit = async () => {
    if (!plate || why !== null) return
    const keep = async (opId: string) => {
      const { name } = await call(dyeCalibrationCalls.keep, { body: plate }, { opId })
      showToast('done', t('dyes.kept', { name }))
      onKept()
    }
    if (await sending.send(true, keep, plate)) onClose()
  }
  const dialog = (
    <Dialog
      open
      size="large"
      title={t('dyes.new')}
      onClose={onClose}
      onSubmit={() => void submit()}
      busy={sending.busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button type="submit" kind="primary" busy={sending.busy} disabledReason={why}>
            {t('dyes.keep')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
        <p>{t('dyes.formText')}</p>
        <RunField order={order} />
        <AnalysesExtent />
        {run && (
          <div className={styles.beside}>
            <DyePlateField
              key={run.uuid}
              {...{ run, leftOut }}
              holdings={order.holdings}
              onChange={order.setHoldings}
            />
            <Measured {...{ plate, found }} onLeaveOut={setAsked} onTakeBack={order.takeBack} />
          </div>
        )}
      </div>
    </Dialog>
  )
  return (
    <>
      {dialog}
      {asked !== null && (
        <ReasonDialog
          ask={{
            title: t('dyes.leaveOutTitle', { well: asked }),
            text: t('dyes.leaveOutText'),
            submit: t('dyes.leaveOut'),
            reason: 'due',
          }}
          onClose={() => setAsked(null)}
          send={async (_opId, reason) => order.leaveOut(asked, reason)}
        />
      )}
    </>
  )
}

/** Choose the run; say what to do where there is none. */
function RunField({ order }: { order: ReturnType<typeof useOrder> }) {
  const { runs, isWhole, chosen, choose } = order
  const deviceName = useDeviceName()
  if (isWhole && runs.length === 0) return <Notice kind="info">{t('dyes.noRuns')}</Notice>
  return (
    <SelectField
      label={t('dyes.run')}
      required
      value={chosen}
      placeholder={t('dyes.chooseRun')}
      choices={runs.map((one) => ({
        value: one.uuid,
        label: [one.name, localTime(one.created_at), one.source?.file_name ?? deviceName(one)]
          .filter(Boolean)
          .join(' · '),
      }))}
      onChange={choose}
    />
  )
}

interface Found {
  measured: MeasuredDyes | null
  failure: readonly string[]
  isAsking: boolean
}

/** Ask the service for what a plate says, at each change of it; what is shown is never of another plate. */
function useMeasured(plate: DyePlate | null): Found {
  const [of, setOf] = useState<DyePlate | null>(null)
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (!plate) return null
      try {
        return await call(dyeCalibrationCalls.measure, { body: plate }, { signal })
      } finally {
        if (!signal.aborted) setOf(plate)
      }
    },
    [plate],
  )
  const { value, failure } = useAnswer(load)
  const isAsking = plate !== null && of !== plate
  return { measured: isAsking ? null : value, failure: isAsking ? nothing : failure, isAsking }
}

/** Say why a calibration cannot be kept now; null when it can. */
function whyNotKept(plate: DyePlate | null, { measured, failure, isAsking }: Found): string | null {
  if (!plate) return t('dyes.twoDyes')
  if (isAsking) return t('dyes.measuring')
  if (!measured || failure.length > 0) return t('dyes.notMeasured')
  return measured.failures.length > 0 ? t('dyes.refused') : null
}

function Measured(props: {
  plate: DyePlate | null
  found: Found
  onLeaveOut: (well: string) => void
  onTakeBack: (well: string) => void
}) {
  const { plate, found, onLeaveOut, onTakeBack } = props
  const shown = useLast(found.measured)
  if (!plate) return <p className={styles.quiet}>{t('dyes.twoDyes')}</p>
  if (found.failure.length > 0) return <Notice kind="error">{found.failure.join(' ')}</Notice>
  if (!shown) return <Progress label={t('dyes.measuring')} />
  const actOf = ({ well, left_out }: MeasuredWell) => (
    <Button
      kind="plain"
      onClick={() => (left_out === undefined ? onLeaveOut(well) : onTakeBack(well))}
    >
      {t(left_out === undefined ? 'dyes.leaveOut' : 'dyes.takeBack')}
      <span className="visually-hidden">: {well}</span>
    </Button>
  )
  return (
    <div className={styles.measured} aria-busy={found.isAsking || undefined}>
      <MeasuredText measured={shown} actOf={actOf} />
    </div>
  )
}

/** Keep what was shown last while the next answer is on its way, so that the page does not jump. */
function useLast(measured: MeasuredDyes | null): MeasuredDyes | null {
  const [last, setLast] = useState(measured)
  useEffect(() => {
    if (measured) setLast(measured)
  }, [measured])
  return measured ?? last
}
