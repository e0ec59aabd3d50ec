import { useCallback, useState } from 'react'
import { Link } from 'wouter'
import { auditCalls } from '../../../domain/calls/audit.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Loader } from '../../parts/progress/Loader.tsx'
import { paths } from '../../paths.ts'
import { whyNotCall } from '../../record/rights.ts'
import { localTime } from '../../state/local-time.ts'
import { showErrors } from '../../state/show-errors.ts'
import { useAnswer } from '../../state/use-answer.ts'
import styles from './Audit.module.css'
import { CheckpointList } from './CheckpointList.tsx'

/** Say if the trail holds: its length, newest checkpoint and last comparison with the records, or what is wrong with it. */
export function TrailState() {
  const load = useCallback((signal: AbortSignal) => call(auditCalls.state, {}, { signal }), [])
  const { value, failure, again } = useAnswer(load)
  const [listed, setListed] = useState(false)
  if (failure.length > 0) {
    return (
      <Notice
        kind="error"
        title={t('trail.state.unknown')}
        action={<Button onClick={again}>{t('parts.again')}</Button>}
      >
        {failure.join(' ')}
      </Notice>
    )
  }
  if (!value) return <Loader message={t('trail.state.checking')} />
  const { size, checkpoint, rewound, damaged, checked_at: checkedAt, not_checked: unread } = value
  const isBad = damaged !== null || (rewound !== null && !rewound.explained)
  const kind = isBad ? 'error' : unread ? 'warning' : 'done'
  return (
    <Notice kind={kind} title={t(isBad ? 'trail.state.bad' : 'trail.state.holds', { size })}>
      {damaged && <p>{t('trail.state.damaged', { count: damaged.places.length })}</p>}
      {rewound && <p>{t('trail.state.rewound', { size: rewound.size, anchor: rewound.anchor })}</p>}
      {unread && <p>{t('trail.state.unread')}</p>}
      <p>
        {checkpoint
          ? t('trail.state.checkpoint', { size: checkpoint.size, at: localTime(checkpoint.at) })
          : t('trail.state.noCheckpoint')}{' '}
        {checkedAt && t('trail.state.checked', { at: localTime(checkedAt) })}
      </p>
      <div className={styles.words}>
        <ExportTrail />
        <Button kind="plain" onClick={() => setListed(true)}>
          {t('trail.checkpoints')}
        </Button>
        <Link href={paths.verify()}>{t('trail.checkFile')}</Link>
      </div>
      {listed && <CheckpointList onClose={() => setListed(false)} />}
    </Notice>
  )
}

/** Save the whole trail with its proof: a file that anybody can check without the service. */
function ExportTrail() {
  const [done, setDone] = useState<number | null>(null)
  const save = async () => {
    setDone(0)
    try {
      const texts: string[] = []
      let query: { after?: string; size?: string } = {}
      for (;;) {
        const page = await call(auditCalls.exportTrail, { query })
        texts.push(page.text)
        if (page.next === null) break
        setDone(page.next / page.size)
        query = { after: String(page.next), size: String(page.size) }
      }
      const name = 'audit-trail.bapp-trail.jsonl'
      const bytes = new TextEncoder().encode(texts.join(''))
      saveFile({ bytes, type: 'application/x-ndjson', name }, name)
    } catch (error) {
      showErrors(error)
    } finally {
      setDone(null)
    }
  }
  if (done !== null) return <Loader message={t('trail.exporting')} value={done} />
  return (
    <Button
      icon="download"
      disabledReason={whyNotCall(auditCalls.exportTrail)}
      onClick={() => void save()}
    >
      {t('trail.export')}
    </Button>
  )
}
