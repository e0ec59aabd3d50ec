import { useEffect, useState } from 'react'
import { lotCalls } from '../../../domain/calls/lots.ts'
import { canonicalJson } from '../../../domain/canonical.ts'
import { signatureMeanings } from '../../../domain/entities/analysis.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot, LotEvidence } from '../../../domain/entities/bkit-lot.ts'
import { Fault } from '../../../domain/fault.ts'
import { seenLength } from '../../../domain/rules/plain-text.ts'
import { contentSigned } from '../../../domain/trail/signed.ts'
import { call } from '../../client/call.ts'
import { listLotFacts } from '../../entities/lot/lot-facts.ts'
import { t } from '../../i18n/intl.ts'
import { hashOf } from '../../local/blobs.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { FactList } from '../../parts/facts/FactList.tsx'
import { inOneLine } from '../../parts/form/in-one-line.ts'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { formatNumber } from '../../i18n/format.ts'
import { proofFields, SignatureProof, useSignatureProof } from '../../record/SignatureProof.tsx'
import { resyncRecords } from '../../state/records.ts'
import { account } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import { EvidenceFile } from './EvidenceFile.tsx'

type Meaning = (typeof signatureMeanings)[number]

/** Release or withdraw a lot: signed over the lot and the evidence (decision 32), with the password asked again. */
export function SignLotDialog(props: {
  act: 'release' | 'withdraw'
  lot: BkitLot
  kit: Bkit | undefined
  onDone: () => void
  onClose: () => void
}) {
  const { act, onDone, onClose } = props
  // Sign the lot that was on the screen when the dialog opened.
  const [lot] = useState(props.lot)
  const [words, setWords] = useState('')
  const [file, setFile] = useState<LotEvidence['file']>(null)
  const evidence = { words: words.trim(), file }
  const hash = useContentHash(lot, evidence)
  const signing = useSigning(hash)
  const { meaning, reason, proof, sending } = signing
  const hasEvidence = file !== null || seenLength(words) >= 3
  const isComplete =
    Boolean(meaning && proof.isComplete && hash) && hasEvidence && seenLength(reason) >= 3
  const submit = async () => {
    const done = await sending.send(isComplete, async (opId) => {
      if (!meaning) return
      const signature = {
        ...proof.body,
        meaning,
        comment: inOneLine(reason),
        record_hash: hash,
      }
      const body = { words: evidence.words, file_uuid: file?.uuid ?? null, signature }
      try {
        const row = act === 'release' ? lotCalls.release : lotCalls.withdraw
        await call(row, { params: { id: lot.uuid }, body }, { opId })
      } catch (error) {
        proof.noteFailure(error)
        if (error instanceof Fault && error.code === 'stale') onDone()
        throw error
      }
    })
    if (!done) return
    onDone()
    resyncRecords()
    showToast('done', t(`material.lot.done.${act}`, { lot: lot.lot_number }))
    onClose()
  }
  return (
    <FormDialog
      title={t(`material.lot.title.${act}`, { lot: lot.lot_number })}
      submit={t(`material.lot.sign.${act}`)}
      danger={act === 'withdraw'}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{t(`material.lot.consequence.${act}`)}</p>
      <SignedFacts lot={lot} kit={props.kit} hash={hash} />
      <TextAreaField
        label={t('material.lot.evidence')}
        hint={t('material.lot.evidenceHint')}
        value={words}
        rows={2}
        maxLength={2000}
        error={
          sending.refused['words'] ??
          (sending.tried && !hasEvidence ? t('material.lot.evidenceMissing') : null)
        }
        onChange={setWords}
      />
      <EvidenceFile lot={lot} file={file} onFile={setFile} />
      <SigningFields {...signing} />
    </FormDialog>
  )
}

function SignedFacts({ lot, kit, hash }: { lot: BkitLot; kit: Bkit | undefined; hash: string }) {
  return (
    <FactList
      facts={[
        [t('material.column.kit'), kit?.name],
        [t('material.column.boxes'), formatNumber(lot.boxes)],
        ...listLotFacts(lot, kit),
        [t('material.lot.hash'), hash ? `${hash.slice(0, 16)}…` : '…'],
      ]}
    />
  )
}

/** Ask for reason, meaning and password (21 CFR 11.50, 11.200). */
function SigningFields(signing: ReturnType<typeof useSigning>) {
  const { meaning, reason, proof, sending } = signing
  const { tried, refused } = sending
  return (
    <>
      <TextAreaField
        label={t('material.lot.reason')}
        value={reason}
        rows={2}
        maxLength={500}
        required
        error={tried && seenLength(reason) < 3 ? t('material.lot.reasonMissing') : null}
        onChange={signing.setReason}
      />
      <SelectField
        label={t('material.lot.meaning')}
        value={meaning}
        required
        placeholder={t('material.lot.meaningChoose')}
        error={tried && !meaning ? t('material.lot.meaningMissing') : null}
        choices={signatureMeanings.map((one) => ({
          value: one,
          label: t(`material.lot.meaning.${one}`),
        }))}
        onChange={(one) => signing.setMeaning(one as Meaning)}
      />
      <SignatureProof
        proof={proof}
        label={t('material.lot.password')}
        hint={t('material.lot.passwordHint', { name: account.value?.name ?? '' })}
        missing={t('material.lot.passwordMissing')}
        tried={tried}
        refused={refused}
        onChange={() => sending.forget()}
      />
    </>
  )
}

function useSigning(hash: string) {
  const [meaning, setMeaning] = useState<Meaning | ''>('')
  const [reason, setReason] = useState('')
  const proof = useSignatureProof(hash)
  const sending = useSending([...proofFields, 'words'])
  return { meaning, setMeaning, reason, setReason, proof, sending }
}

/** Hash that a signature of the lot with this evidence would cover (21 CFR 11.70); empty until it is made. */
function useContentHash(lot: BkitLot, { words, file }: LotEvidence): string {
  const [hash, setHash] = useState('')
  useEffect(() => {
    let gone = false
    const content = contentSigned({ ...lot, evidence: { words, file } })
    const bytes = new TextEncoder().encode(canonicalJson(content))
    void hashOf(bytes).then((made) => gone || setHash(made))
    return () => {
      gone = true
    }
  }, [lot, words, file])
  return hash
}
