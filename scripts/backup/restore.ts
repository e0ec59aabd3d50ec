import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { checkFolder, type FolderVerdict } from './check-folder.ts'
import type { Deployment } from './deployment.ts'
import { pageName, readNamed } from './folder.ts'

/** Rows of the directory that were put back or there already, webhooks that are switched off, and deliveries that were given up. */
interface Restored {
  put: number
  known: number
  webhooks: number
  deliveries: number
}

/** Check a folder, put its files and pages back, and open the company. */
export async function restoreCompany(
  deployment: Deployment,
  path: string,
  reason: string,
): Promise<FolderVerdict & Restored> {
  const verdict = await checkFolder(path)
  const { manifest } = verdict
  const { company_uuid } = manifest
  const send = (
    row: Parameters<Deployment['ask']>[0],
    fields: object,
    name: string,
    as: string,
  ) => {
    const form = new FormData()
    form.set('fields', JSON.stringify(fields))
    form.set(as, new File([readNamed(path, name)], name.split('/').at(-1) ?? as))
    return deployment.ask(row, form)
  }
  for (const name of Object.keys(manifest.files)) {
    if (!name.startsWith('blobs/')) continue
    const hash = name.slice('blobs/'.length)
    await send(operatorStoreCalls.restoreBlob, { company_uuid, hash }, name, 'file')
  }
  for (let number = 1; number <= manifest.pages; number++) {
    await send(operatorStoreCalls.restore, { company_uuid }, pageName(number), 'page')
  }
  const opened = await deployment.ask(operatorStoreCalls.openRestored, { company_uuid, reason })
  const releases = Object.keys(manifest.files)
    .filter((name) => name.startsWith('releases/'))
    .map((name) => ({
      name: name.slice('releases/'.length),
      text: readNamed(path, name).toString('utf8'),
    }))
  if (releases.length > 0) {
    await deployment.ask(operatorStoreCalls.restoreReleases, { company_uuid, files: releases })
  }
  const { put, known, webhooks, deliveries } = opened as Restored
  return { ...verdict, put, known, webhooks, deliveries }
}
