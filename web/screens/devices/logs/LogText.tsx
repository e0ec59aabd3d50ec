import { useEffect, useRef, useState } from 'react'
import type { Device } from '../../../../domain/entities/device.ts'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import { saveFile } from '../../../client/save-file.ts'
import { t } from '../../../i18n/intl.ts'
import { callDevice } from '../../../lan/call-device.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { lanErrorTexts } from '../../../lan/say-outcome.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { CheckField } from '../../../parts/form/CheckField.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { sayAge } from '../health/say-age.ts'
import styles from './Logs.module.css'
import views from '../DeviceView.module.css'

/** Interval at which a log is read again while it is followed. */
const tailMs = 3_000
/** Lines that are drawn: the newest. The file that is saved has all of them. */
const mostLines = 2_000

interface LogRead {
  text: string | null
  /** Time at which it was read. */
  at: string | null
  failure: string[]
  again: () => void
}

/** Read a log of a device in the local network, again and again while it is followed; what was read stays. */
function useLog({ hostname, uuid }: Device, name: string, isFollowed: boolean): LogRead {
  const [read, setRead] = useState<Omit<LogRead, 'again'>>({ text: null, at: null, failure: [] })
  const [round, setRound] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    const load = () =>
      callDevice(hostname, lanCalls.log, { name }, { device: uuid, signal: stop.signal }).then(
        ({ text }) => setRead({ text, at: new Date().toISOString(), failure: [] }),
        (error: unknown) => {
          if (stop.signal.aborted) return
          setRead((before) => ({ ...before, failure: lanErrorTexts(error) }))
        },
      )
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = async () => {
      await load()
      if (isFollowed && !stop.signal.aborted) timer = setTimeout(() => void follow(), tailMs)
    }
    void follow()
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
  }, [hostname, uuid, name, isFollowed, round])
  return { ...read, again: () => setRound((before) => before + 1) }
}

/** Show the text of a log, its newest lines last, with a filter; followed, it grows as the device writes. */
export function LogText({ device, name }: { device: Device; name: string }) {
  const [isFollowed, setFollowed] = useState(false)
  const [wanted, setWanted] = useState('')
  const { text, at, failure, again } = useLog(device, name, isFollowed)
  const box = useRef<HTMLPreElement>(null)
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight
  }, [text])
  const lines = (text ?? '').trimEnd().split('\n')
  const found = lines.filter((line) => line.toLowerCase().includes(wanted.toLowerCase()))
  const save = () => {
    const bytes = new TextEncoder().encode(text ?? '')
    saveFile({ name: null, type: 'text/plain', bytes } as never, `${device.hostname}-${name}`)
  }
  return (
    <div className={views.part}>
      {failure.length > 0 && (
        <>
          <Notice
            kind="warning"
            title={t(text === null ? 'view.log.unread' : 'view.log.notCurrent')}
            action={<Button onClick={again}>{t('parts.again')}</Button>}
          >
            {failure.join(' ')}
          </Notice>
          <LanHelp hostnames={[device.hostname]} />
        </>
      )}
      {text === null && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {text !== null && (
        <>
          <div className={styles.filter}>
            <Field label={t('view.filter.text')} value={wanted} onChange={setWanted} />
            <CheckField label={t('view.log.follow')} checked={isFollowed} onChange={setFollowed} />
            <Button icon="refresh" onClick={again}>
              {t('view.again')}
            </Button>
            <Button icon="download" onClick={save}>
              {t('view.log.save')}
            </Button>
          </div>
          <p className={views.quiet}>
            {at && t('view.log.readAt', { age: sayAge(at) })}{' '}
            {t('view.log.lines', { shown: Math.min(found.length, mostLines), count: lines.length })}
          </p>
          <pre ref={box} className={styles.log} dir="ltr" tabIndex={0} aria-label={name}>
            {found.slice(-mostLines).join('\n')}
          </pre>
        </>
      )}
    </div>
  )
}
