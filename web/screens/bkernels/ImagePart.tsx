import { bkernelCalls, type OfferedBkernel } from '../../../domain/calls/bkernels.ts'
import { imageBytes } from '../../../domain/entities/bkernel.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import styles from '../../entities/bkernel/Bkernel.module.css'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

/**
 * Show the image of a version, or upload it: once, since devices may have installed it. Its hash is what the service computed and
 * what devices check.
 */
export function ImagePart({ version, onDone }: { version: OfferedBkernel; onDone: () => void }) {
  const { file_hash: hash, file_size: size } = version
  return (
    <section>
      <h3>{t('bkernels.image.title')}</h3>
      {hash === null ? (
        <Upload version={version} onDone={onDone} />
      ) : (
        <>
          <FactList
            facts={[
              [t('bkernels.image.size'), size === undefined ? null : saySize(size)],
              [t('bkernels.image.hash'), hash],
            ]}
          />
          <Stick version={version} />
        </>
      )}
    </section>
  )
}

/** Give the content of a stick with this version, for a device without a line. */
function Stick({ version: { uuid: id } }: { version: OfferedBkernel }) {
  const sending = useSending([])
  const save = async () => {
    await sending.send(true, async () => {
      saveFile(await call(bkernelCalls.stick, { params: { id } }), 'stick.zip')
    })
  }
  return (
    <>
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <Button
        icon="download"
        busy={sending.busy}
        disabledReason={whyNotCall(bkernelCalls.stick)}
        onClick={() => void save()}
      >
        {t('bkernels.image.stick')}
      </Button>
      <p className={styles.quiet}>{t('bkernels.image.stickHint')}</p>
    </>
  )
}

function Upload({ version, onDone }: { version: OfferedBkernel; onDone: () => void }) {
  const { uuid: id, name } = version
  const sending = useSending([])
  const isTooLarge = (file: File) => file.size > imageBytes
  const put = async (body: { file: File; targets?: File; root?: File }) => {
    const work = async (opId: string) => {
      await call(bkernelCalls.image, { params: { id }, body }, { opId })
    }
    const content = Object.values(body).map((file) => [file.name, file.size, file.lastModified])
    if (!(await sending.send(true, work, content))) return
    showToast('done', t('bkernels.image.done', { name }))
    onDone()
  }
  return (
    <>
      <p className={styles.quiet}>{t('bkernels.image.missing')}</p>
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <FileButton
        label={t('bkernels.image.choose')}
        accept=""
        busy={sending.busy}
        disabledReason={whyNotCall(bkernelCalls.image)}
        many
        onFile={(_, all) => {
          const body = sortFiles(all)
          if (!body) showToast('error', t('bkernels.image.one'))
          else if (isTooLarge(body.file)) showToast('error', t('bkernels.image.tooLarge', limit()))
          else void put(body)
        }}
      >
        {t('bkernels.image.upload')}
      </FileButton>
      {sending.busy && <Progress label={t('bkernels.image.uploading')} />}
      <p className={styles.quiet}>{t('bkernels.image.limit', limit())}</p>
      <p className={styles.quiet}>{t('bkernels.image.signed')}</p>
    </>
  )
}

/** Tell the image from the files of the release signers by their names; null unless one image is left. */
function sortFiles(all: readonly File[]): { file: File; targets?: File; root?: File } | null {
  const named = (ending: string) => all.filter(({ name }) => name.endsWith(ending))
  const [targets, root] = [named('.targets.json'), named('.root.json')]
  const [file, ...more] = all.filter((one) => !targets.includes(one) && !root.includes(one))
  if (!file || more.length > 0 || targets.length > 1 || root.length > 1) return null
  return {
    file,
    ...(targets[0] && { targets: targets[0] }),
    ...(root[0] && { root: root[0] }),
  }
}

const limit = () => ({ size: saySize(imageBytes) })

/** Write a size in megabytes (2^20 bytes). */
function saySize(bytes: number): string {
  return t('bkernels.image.mb', {
    size: formatNumber(Math.max(0.1, Math.round((bytes / 2 ** 20) * 10) / 10)),
  })
}
