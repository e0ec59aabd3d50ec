import { notificationCalls, type Received } from '../../../../domain/calls/notifications.ts'
import type { Recipe } from '../../../../domain/entities/recipe.ts'
import { call } from '../../../client/call.ts'
import { makeUuid } from '../../../client/make-uuid.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { type Source, useRows } from '../../../record/use-rows.ts'
import { showErrors } from '../../../state/show-errors.ts'

/** Newest notifications of the account. */
const received: Source<Received> = {
  read: async (signal) =>
    (await call(notificationCalls.mine, { query: { limit: '100' } }, { signal })).data,
}

/** Show unread decisions of the provider about recipes that this person asked to be published. */
export function DecisionNotices({ recipes }: { recipes: readonly Recipe[] }) {
  const { rows = none, again } = useRows(received)
  const requests = new Map(
    recipes.flatMap(({ publication: one }) =>
      one ? [[one.request_uuid, one.state] as const] : [],
    ),
  )
  const unread = rows.filter((one) => !one.read_at && requests.has(one.notification_uuid ?? ''))
  const read = (id: string) =>
    call(notificationCalls.read, { params: { id } }, { opId: makeUuid() }).then(again, showErrors)
  return unread.map(({ uuid, notification_uuid: request = '', title, message }) => (
    <Notice
      key={uuid}
      kind={requests.get(request) === 'refused' ? 'warning' : 'info'}
      title={title}
      action={<Button onClick={() => void read(uuid)}>{t('methods.publication.read')}</Button>}
    >
      <span dir="auto">{message}</span>
    </Notice>
  ))
}

const none: never[] = []
