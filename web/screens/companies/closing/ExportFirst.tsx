import { useState } from 'react'
import { auditCalls } from '../../../../domain/calls/audit.ts'
import type { Company } from '../../../../domain/entities/company.ts'
import { call } from '../../../client/call.ts'
import { saveFile } from '../../../client/save-file.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../../record/rights.ts'
import { useSending } from '../../../state/use-sending.ts'
import styles from '../Companies.module.css'

/** Offer the export of a company before it is closed, and hand on the SHA-256 of the file that was saved. */
export function ExportFirst(props: { company: Company; onExported: (hash: string) => void }) {
  const { company, onExported } = props
  const [hash, setHash] = useState<string | null>(null)
  const { busy, others, send } = useSending([])
  const take = () =>
    send(true, async () => {
      const bytes = new TextEncoder().encode(await readTrail(company.uuid))
      saveFile({ bytes, type: 'application/x-ndjson' }, `${company.name}.bapp-trail.jsonl`)
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
      const hex = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
      setHash(hex)
      onExported(hex)
    })
  return (
    <div className={styles.person}>
      <p>{t('closing.exportText')}</p>
      <span>
        <Button
          icon="download"
          busy={busy}
          disabledReason={whyNotCall(auditCalls.exportTrail)}
          onClick={() => void take()}
        >
          {t('closing.export')}
        </Button>
      </span>
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
      {hash && <p className={styles.hash}>{t('closing.exported', { hash })}</p>}
    </div>
  )
}

/** Read the whole trail of a company, page by page. */
async function readTrail(company: string): Promise<string> {
  const texts: string[] = []
  for (let query = {}; ;) {
    // Ask page after page, since each says where the next one begins.
    // oxlint-disable-next-line no-await-in-loop
    const { text, next, size } = await call(auditCalls.exportTrail, { query }, { company })
    texts.push(text)
    if (next === null) return texts.join('')
    query = { after: String(next), size: String(size) }
  }
}
