import { useState } from 'react'
import { Link } from 'wouter'
import { analysisCalls } from '../../../../domain/calls/analysis.ts'
import type { WatchedFile } from '../../../../domain/desktop-bridge.ts'
import { instrument as instrumentEntity } from '../../../../domain/entities/instrument.ts'
import type { FaultCode } from '../../../../domain/fault.ts'
import { foldName } from '../../../../domain/rules/plain-text.ts'
import { call } from '../../../client/call.ts'
import { errorTexts, faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge, type BadgeTone } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { paths } from '../../../paths.ts'
import { whyNotCall } from '../../../record/rights.ts'
import {
  attachFile,
  deliversFiles,
  ignoreFile,
  importAsNew,
  lookAgain,
} from '../../../state/deliver-files.ts'
import { localTime } from '../../../state/local-time.ts'
import { useRecords } from '../../../state/use-records.ts'
import { OrdersLine } from './OrdersLine.tsx'
import styles from './WatchedFiles.module.css'

const tones: Record<WatchedFile['state'], BadgeTone> = {
  waiting: 'info',
  asks: 'warning',
  imported: 'accent',
  failed: 'danger',
  ignored: 'neutral',
  replaced: 'neutral',
}

/** Show one file of the watched folder: what became of it, or what a person is asked and the answers. */
export function FileLine({ file, swarm }: { file: WatchedFile; swarm: string }) {
  const { name, state, found_at, settled_at, analysis_uuid, analysis_name, question } = file
  return (
    <li className={styles.file}>
      <div className={styles.head}>
        <strong className={styles.name}>
          <bdi>{name}</bdi>
        </strong>
        <Badge tone={tones[state]}>{t(`watched.state.${state}`)}</Badge>
        <span className={styles.quiet}>{localTime(settled_at ?? found_at)}</span>
        {analysis_uuid && question?.reason !== 'orders' && (
          <Link href={paths.analysis(analysis_uuid)}>{analysis_name ?? t('watched.open')}</Link>
        )}
      </div>
      {question?.reason === 'orders' ? (
        <OrdersLine file={file} />
      ) : (
        (state === 'asks' || state === 'failed') && <Question file={file} swarm={swarm} />
      )}
    </li>
  )
}

/** Say why a person is asked, and take the answer. */
function Question({ file, swarm }: { file: WatchedFile; swarm: string }) {
  const { question, cause } = file
  const plans = question?.plans ?? []
  const [plan, setPlan] = useState(plans[0]?.uuid ?? '')
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const answer = async (name: string, work: () => Promise<void>) => {
    setBusy(name)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(null)
    }
  }
  const attach = () =>
    answer('attach', async () => {
      await attachFile(file, await call(analysisCalls.get, { params: { id: plan }, query: {} }))
    })
  const why = whyNotCall(analysisCalls.import) ?? (deliversFiles() ? null : t('watched.notYours'))
  const chosen = plans.find(({ uuid }) => uuid === plan)
  return (
    <>
      <p>{question && t(`watched.ask.${question.reason}`, { count: question.runs })}</p>
      {cause && <p className={styles.quiet}>{sayCause(cause)}</p>}
      <RunWords file={file} />
      {failure !== null && <Notice kind="error">{errorTexts(failure).join(' ')}</Notice>}
      <div className={styles.acts}>
        {plans.length > 1 && (
          <SelectField
            label={t('watched.plan')}
            value={plan}
            choices={plans.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            onChange={setPlan}
          />
        )}
        {chosen && (
          <Button
            kind="primary"
            busy={busy === 'attach'}
            disabledReason={why}
            onClick={() => void attach()}
          >
            {t('watched.attach', { name: chosen.name })}
          </Button>
        )}
        {question && (
          <Button
            busy={busy === 'new'}
            disabledReason={why ?? (swarm === '' ? t('watched.noSwarm') : null)}
            onClick={() => void answer('new', () => importAsNew(file, swarm))}
          >
            {t('watched.new', { count: question.runs })}
          </Button>
        )}
        <Button
          icon="refresh"
          disabledReason={why}
          onClick={() => void answer('again', () => lookAgain(file))}
        >
          {t('watched.again')}
        </Button>
        <Button disabledReason={why} onClick={() => void answer('ignore', () => ignoreFile(file))}>
          {t('watched.ignore')}
        </Button>
      </div>
    </>
  )
}

/** Name the run and the instrument, as the file does; an instrument of the company by its own name. */
function RunWords({ file: { question } }: { file: WatchedFile }) {
  const instruments = useRecords(instrumentEntity) ?? []
  if (!question) return null
  const { run, serial } = question
  const known = instruments.find(({ serial_no }) => foldName(serial_no) === foldName(serial.trim()))
  const words = [
    run && t('watched.run', { name: run }),
    serial && t('watched.instrument', { name: known ? `${known.name} · ${serial}` : serial }),
  ].filter(Boolean)
  return words.length > 0 ? <p className={styles.quiet}>{words.join(' · ')}</p> : null
}

function sayCause({ code, reason, params }: NonNullable<WatchedFile['cause']>): string {
  return faultText({ code: code as FaultCode, params, ...(reason !== null && { reason }) })
}
