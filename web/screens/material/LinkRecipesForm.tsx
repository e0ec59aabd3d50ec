import { useCallback } from 'react'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Dialog } from '../../parts/dialog/Dialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { RecordForm } from '../../record/RecordForm.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'

/** Choose the recipes that a kit is for: the wizard offers the kit with these, and warns with others. */
export function LinkRecipesForm({ kit, onClose }: { kit: Bkit; onClose: () => void }) {
  const load = useCallback(
    (signal: AbortSignal) => call(bkitCalls.linkForm, { params: { id: kit.uuid } }, { signal }),
    [kit.uuid],
  )
  const { value, failure } = useAnswer(load)
  const title = t('material.linkTitle', { name: kit.name, lot: kit.lot })
  if (!value) {
    return (
      <Dialog
        open
        title={title}
        actions={<Button onClick={onClose}>{t('parts.cancel')}</Button>}
        onClose={onClose}
      >
        {failure.length > 0 ? (
          <Notice kind="error">{failure.join(' ')}</Notice>
        ) : (
          <Progress label={t('parts.loading')} />
        )}
      </Dialog>
    )
  }
  return (
    <RecordForm
      open
      title={title}
      submit={t('material.save')}
      schema={bkitCalls.link.body}
      values={{ recipe_uuids: kit.recipe_uuids }}
      fields={[
        {
          name: 'recipe_uuids',
          label: t('material.recipes'),
          hint: t('material.linkHint'),
          choices: value.options['recipe_uuids'] ?? [],
        },
      ]}
      send={async (body, opId) => {
        const order = { ...body, base: kit.updated_at }
        await call(bkitCalls.link, { params: { id: kit.uuid }, body: order }, { opId })
        resyncRecords()
        showToast(
          'done',
          t('material.done.link', { name: kit.name, count: body.recipe_uuids.length }),
        )
      }}
      onClose={onClose}
    />
  )
}
