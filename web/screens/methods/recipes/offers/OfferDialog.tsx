import { useMemo, useState } from 'react'
import { recipeCalls } from '../../../../../domain/calls/recipes.ts'
import { call } from '../../../../client/call.ts'
import { whyNot } from '../../../../entities/method/why-not.ts'
import { DifferenceTable } from '../../../../entities/recipe/DifferenceTable.tsx'
import { findRecipeDifferences } from '../../../../entities/recipe/find-recipe-differences.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { ReasonDialog } from '../../../../record/ReasonDialog.tsx'
import { resyncRecords } from '../../../../state/records.ts'
import { showToast } from '../../../../state/toasts.ts'
import { useSending } from '../../../../state/use-sending.ts'
import styles from '../requests/Requests.module.css'
import type { Offer } from './find-offers.ts'
import { OfferEffect } from './OfferEffect.tsx'

interface Props {
  offer: Offer
  onClose: () => void
}

/** Look at a newer version of a global recipe: take it as the recipe's next one, or stay with a reason. */
export function OfferDialog(props: Props) {
  // Keep the version that was looked at, also when the provider publishes another one meanwhile.
  const [offer] = useState(props.offer)
  const [isStaying, setStaying] = useState(false)
  const { onClose } = props
  if (!isStaying) return <Look {...{ offer, onClose }} onStay={() => setStaying(true)} />
  const { recipe, global } = offer
  const { name, uuid: id } = recipe
  return (
    <ReasonDialog
      ask={{
        title: t('methods.offers.stayTitle', { name }),
        text: t('methods.offers.stayText', { version: formatNumber(global.version) }),
        submit: t('methods.offers.stay'),
        reason: 'due',
      }}
      send={async (opId, reason) => {
        const body = { version: global.version, reason }
        await call(recipeCalls.stay, { params: { id }, body }, { opId })
        resyncRecords()
        showToast('done', t('methods.done.stay', { name }))
        onClose()
      }}
      onClose={() => setStaying(false)}
    />
  )
}

function Look({ offer, onClose, onStay }: Props & { onStay: () => void }) {
  const { recipe, global } = offer
  const { name, uuid: id, updated_at: base } = recipe
  const version = formatNumber(global.version)
  const sending = useSending([])
  const adopt = async () => {
    const body = { version: global.version, base }
    const done = await sending.send(
      true,
      async (opId) => {
        await call(recipeCalls.adoptVersion, { params: { id }, body }, { opId })
      },
      body,
    )
    if (!done) return
    resyncRecords()
    showToast('done', t('methods.done.adoptVersion', { name, version }))
    onClose()
  }
  return (
    <Dialog
      open
      title={t('methods.offers.dialog', { version, global: global.name, name })}
      size="medium"
      onClose={onClose}
      onSubmit={() => void adopt()}
      busy={sending.busy}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button disabledReason={whyNot('recipe', 'stay', recipe)} onClick={onStay}>
            {t('methods.offers.stay')}
          </Button>
          <Button
            type="submit"
            kind="primary"
            busy={sending.busy}
            disabledReason={whyNot('recipe', 'adoptVersion', recipe)}
          >
            {t('methods.offers.adopt', { version })}
          </Button>
        </>
      }
    >
      <div className={styles.decision}>
        {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
        <p>{t('methods.offers.text')}</p>
        <Changes offer={offer} />
        <OfferEffect offer={offer} />
      </div>
    </Dialog>
  )
}

function Changes({ offer: { recipe, global } }: { offer: Offer }) {
  const differences = useMemo(() => findRecipeDifferences(recipe, global), [recipe, global])
  return (
    <section>
      <h3>{t('methods.offers.changes')}</h3>
      {differences.length === 0 ? (
        <p>{t('methods.offers.same')}</p>
      ) : (
        <DifferenceTable
          label={t('methods.offers.changes')}
          differences={differences}
          before={t('methods.offers.yours')}
          after={t('methods.offers.theirs', { version: formatNumber(global.version) })}
        />
      )}
    </section>
  )
}
