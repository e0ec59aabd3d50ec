import { useCallback, useState } from 'react'
import { companyCalls } from '../../../domain/calls/companies.ts'
import { recallCalls } from '../../../domain/calls/recalls.ts'
import type { NamedCompany } from '../../../domain/calls/partners.ts'
import { mostToldAtOnce, type Recall } from '../../../domain/entities/recall.ts'
import { call } from '../../client/call.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { readPages } from '../../client/read-pages.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { Progress } from '../../parts/progress/Progress.tsx'
import { account } from '../../state/session.ts'
import { showToast } from '../../state/toasts.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Recall.module.css'

/** Tell companies of a recall of the provider: at first all that were not reached before. */
export function AnnounceDialog(props: { recall: Recall; again: () => void; onClose: () => void }) {
  const { uuid: id, told = [] } = props.recall
  const { value, failure } = useAnswer(readCompanies)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const sending = useSending([])
  const isTold = useCallback(
    (uuid: string) => told.some((one) => one.company_uuid === uuid && one.told_at !== null),
    [told],
  )
  const open = (value ?? []).map(({ uuid }) => uuid).filter((uuid) => !isTold(uuid))
  const chosen = open.filter((uuid) => !left.has(uuid))
  const toggle = (uuid: string) => {
    const next = new Set(left)
    if (!next.delete(uuid)) next.add(uuid)
    setLeft(next)
  }
  const submit = async () => {
    const announce = async (opId: string) => {
      for (let from = 0; from < chosen.length; from += mostToldAtOnce) {
        const body = { companies: chosen.slice(from, from + mostToldAtOnce) }
        await call(
          recallCalls.announce,
          { params: { id }, body },
          { opId: from === 0 ? opId : makeUuid() },
        )
      }
      showToast('done', t('recall.done.announce', { count: chosen.length }))
    }
    if (!(await sending.send(chosen.length > 0, announce, chosen))) return
    props.again()
    props.onClose()
  }
  return (
    <FormDialog
      title={t('recall.announce.title')}
      submit={t('recall.act.announce')}
      wide
      sending={{ busy: sending.busy, others: chosen.length > 0 ? sending.others : [] }}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <p>{t('recall.announce.text')}</p>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!value && failure.length === 0 && <Progress label={t('parts.loading')} />}
      {value?.length === 0 && <p>{t('recall.announce.none')}</p>}
      {value && value.length > 0 && (
        <fieldset>
          <legend>
            {t('recall.announce.companies', { chosen: chosen.length, all: open.length })}
          </legend>
          <Button kind="plain" onClick={() => setLeft(new Set(chosen.length > 0 ? open : []))}>
            {t(chosen.length > 0 ? 'recall.announce.nobody' : 'recall.announce.all')}
          </Button>
          <div className={styles.found}>
            {value.map(({ uuid, name }) => (
              <label key={uuid} className={styles.choice}>
                <input
                  type="checkbox"
                  checked={chosen.includes(uuid)}
                  disabled={isTold(uuid)}
                  onChange={() => toggle(uuid)}
                />
                <bdi>{name}</bdi>
                <span>{isTold(uuid) ? t('recall.announce.told') : ''}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {sending.tried && chosen.length === 0 && (
        <p role="alert">{t('recall.announce.chooseFirst')}</p>
      )}
    </FormDialog>
  )
}

/** Read all companies of the region but the own one, also those that do not answer: they get the notice when they do. */
async function readCompanies(signal: AbortSignal): Promise<NamedCompany[]> {
  const { rows, silent } = await readPages({
    pages: 'all',
    idOf: ({ uuid }: NamedCompany) => uuid,
    read: (page) =>
      call(
        companyCalls.search,
        { query: { limit: '500', page, order: 'name ASC' }, body: {} },
        { signal },
      ),
  })
  return [...rows, ...silent].filter(({ uuid }) => uuid !== account.value?.company_uuid)
}
