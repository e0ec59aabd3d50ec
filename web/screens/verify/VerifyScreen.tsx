import { type DragEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Verdict } from '../../../domain/trail/problems.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { paths } from '../../paths.ts'
import { VerdictView } from './VerdictView.tsx'
import styles from './VerifyScreen.module.css'
import { verifyFile } from '../../../domain/trail/verify-file.ts'
import { sha256 } from '@noble/hashes/sha2.js'
import type { TrailTools } from '../../../domain/trail/tools.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** SHA-256 that answers at once, and the browser's own Ed25519. */
const browserTools: TrailTools = {
  sha256: (bytes) => sha256(bytes),
  encode: (text) => encoder.encode(text),
  decode: (bytes) => {
    try {
      return decoder.decode(bytes)
    } catch {
      return null
    }
  },
  verify: async (key, message, signature) => {
    try {
      const known = await crypto.subtle.importKey('raw', key.slice(), 'Ed25519', false, ['verify'])
      return await crypto.subtle.verify('Ed25519', known, signature.slice(), message.slice())
    } catch {
      // Refuse what cannot be checked: no point of the curve, or a browser without Ed25519.
      return false
    }
  },
}

/** A longer file is for the command, which reads it line by line. */
const largestFile = 128 * 1024 * 1024

/** Files that a person gave, by what they are. */
interface Given {
  exported: File | null
  anchors: File[]
}

/** Tell checkpoints from the exported file by their names. */
function sortFiles(files: readonly File[]): Given {
  const anchors = files.filter(({ name }) => name.endsWith('.note'))
  return { exported: files.find(({ name }) => !name.endsWith('.note')) ?? null, anchors }
}

/** Check the file here, in the page. */
async function checkFiles(exported: File, anchors: readonly File[], key: string): Promise<Verdict> {
  const notes = await Promise.all(anchors.map((file) => file.text()))
  const bytes = new Uint8Array(await exported.arrayBuffer())
  const known = key.trim()
  return verifyFile(bytes, browserTools, {
    key: known === '' ? undefined : known,
    anchors: notes,
  })
}

/** Tell a file that nobody exported as a proof, such as a PDF or an archive, from a proof that does not hold. */
function isOtherKind(name: string, { problems }: Verdict): boolean {
  return (
    !/\.jsonl?$/i.test(name) &&
    problems.every(({ code }) => code === 'unreadable') &&
    problems.length > 0
  )
}

type Outcome =
  | { state: 'none' | 'checking' | 'too-large' | 'other-kind' }
  | { state: 'done'; verdict: Verdict }

/** Open to anybody: checks an exported record or trail in the page itself, without a call to the service. */
export function VerifyScreen() {
  const [given, setGiven] = useState<Given>({ exported: null, anchors: [] })
  const [key, setKey] = useState('')
  const [outcome, setOutcome] = useState<Outcome>({ state: 'none' })
  useEffect(() => {
    document.title = `${t('app.name')} · ${t('verify.title')}`
  }, [])
  const check = async (files: Given) => {
    if (!files.exported) return
    if (files.exported.size > largestFile) return setOutcome({ state: 'too-large' })
    setOutcome({ state: 'checking' })
    const verdict = await checkFiles(files.exported, files.anchors, key)
    setOutcome(
      isOtherKind(files.exported.name, verdict)
        ? { state: 'other-kind' }
        : { state: 'done', verdict },
    )
  }
  const take = (chosen: readonly File[]) => {
    const sorted = sortFiles(chosen)
    const files = {
      exported: sorted.exported ?? given.exported,
      anchors: sorted.anchors.length > 0 ? sorted.anchors : given.anchors,
    }
    setGiven(files)
    void check(files)
  }
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <div className={styles.title}>
          <img src="/icon.svg" alt="" width={40} height={40} />
          <h1>{t('verify.title')}</h1>
        </div>
        <p>{t('verify.intro')}</p>
        <p className={styles.quiet}>{t('verify.private')}</p>
      </header>
      <DropZone given={given} onFiles={take} />
      <details className={styles.options}>
        <summary>{t('verify.options')}</summary>
        <Field
          label={t('verify.key')}
          hint={t('verify.keyHint')}
          name="key"
          autoComplete="off"
          value={key}
          onChange={setKey}
        />
        <p className={styles.quiet}>{t('verify.anchorsHint')}</p>
        <Button
          disabledReason={given.exported ? null : t('verify.noFile')}
          onClick={() => void check(given)}
        >
          {t('verify.check')}
        </Button>
      </details>
      {outcome.state === 'checking' && <Progress label={t('verify.checking')} />}
      {outcome.state === 'too-large' && <Notice kind="warning">{t('verify.tooLarge')}</Notice>}
      {outcome.state === 'other-kind' && <Notice kind="warning">{t('verify.otherKind')}</Notice>}
      {outcome.state === 'done' && <VerdictView verdict={outcome.verdict} />}
      <p>
        <Link href={paths.home()}>{t('verify.home')}</Link>
      </p>
    </main>
  )
}

/** Take files by drop or by choice: the exported one, and checkpoints beside it. */
function DropZone(props: { given: Given; onFiles: (files: File[]) => void }) {
  const { given, onFiles } = props
  const [hovering, setHovering] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const hover = (event: DragEvent, over: boolean) => {
    event.preventDefault()
    setHovering(over)
  }
  return (
    <div
      className={styles.drop}
      data-hovering={hovering}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      <span>{t('verify.drop')}</span>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        tabIndex={-1}
        aria-label={t('verify.file')}
        onChange={(event) => onFiles([...(event.target.files ?? [])])}
      />
      <Button kind="primary" icon="upload" onClick={() => input.current?.click()}>
        {t('verify.choose')}
      </Button>
      <span className={styles.quiet}>{t('verify.fileHint')}</span>
      {given.exported && (
        <dl className={styles.facts}>
          <dt>{t('verify.file')}</dt>
          <dd>{given.exported.name}</dd>
          <dt>{t('verify.anchors')}</dt>
          <dd>{t('verify.keptAnchors', { count: given.anchors.length })}</dd>
        </dl>
      )}
    </div>
  )
}
