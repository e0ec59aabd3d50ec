import type { LocalDocument } from '../../../domain/sync/pending.ts'
import { project } from '../../../domain/sync/project.ts'
import type { Edge } from './edge.ts'
import { piecesOf } from './knowledge.ts'
import type { Machine } from './machine.ts'

/**
 * Check the end: all machines have the same records, every typed word is somewhere, every operation was applied once
 * and in order.
 */
export function checkEnd(edge: Edge, machines: readonly Machine[]): void {
  for (const machine of machines) {
    checkConverged(edge, machine)
    checkOrder(edge, machine)
    checkOperations(edge, machine)
    checkJournal(edge, machine)
  }
  checkWords(edge, machines)
}

function checkConverged(edge: Edge, { documents, number }: Machine): void {
  for (const [uuid, { body, seq }] of edge.records) {
    const document = documents.get(uuid)
    if (!body && (!document || document.pending.length > 0)) continue
    if (!document) throw new Error(`machine ${number} does not have ${uuid}`)
    if (document.seq !== seq || JSON.stringify(document.body) !== JSON.stringify(body))
      throw new Error(`machine ${number} has another ${uuid} than the edge`)
  }
  for (const document of documents.values()) checkDocument(document, edge, number)
}

function checkDocument(document: LocalDocument, edge: Edge, number: number): void {
  const { uuid, pending, body } = document
  const stuck = pending.find(({ state }) => state !== 'refused')
  if (stuck) throw new Error(`machine ${number}: ${stuck.op_id} waits for ever`)
  if (!body && pending.length === 0) throw new Error(`machine ${number}: ${uuid} is nothing`)
  if (body && JSON.stringify(project(document)) !== JSON.stringify(edge.find(uuid)))
    throw new Error(`machine ${number} shows another ${uuid} than the edge has`)
}

/** Check that the operations of one record and machine are in the order in which people made them. */
function checkOrder({ log, shutOut }: Edge, { made, number }: Machine): void {
  for (const [uuid, ids] of made) {
    const places = log
      .filter(
        (entry) => entry.uuid === uuid && entry.machine === number && !shutOut.has(entry.opId),
      )
      .map(({ opId }) => ids.indexOf(opId))
      .filter((at) => at >= 0)
    if (places.some((at, index) => at < (places[index - 1] ?? -1)))
      throw new Error(`machine ${number}: ${uuid} was not changed in order`)
  }
}

/** Check that each operation was applied once, or waits as refused, or was discarded by a person. */
function checkOperations({ log }: Edge, machine: Machine): void {
  const taken = new Set(log.map(({ opId }) => opId))
  for (const [uuid, ids] of machine.made) {
    const pending = machine.documents.get(uuid)?.pending ?? []
    for (const opId of ids) {
      const waits = pending.some(({ op_id }) => op_id === opId)
      const known = taken.has(opId) || waits || machine.letGo.has(opId)
      if (!known) throw new Error(`${opId} on ${uuid} is nowhere`)
    }
  }
}

/** Check that the later of two people on one field receives a notice, once. */
function checkJournal({ log, records }: Edge, { documents, number, letGo }: Machine): void {
  for (const { opId, uuid, machine, overwritten } of log) {
    const document = documents.get(uuid)
    // Skip an operation that went with its record, or was refused after it had been taken: only the trail has it.
    const open = document?.pending.some(({ op_id }) => op_id === opId) || letGo.has(opId)
    if (machine !== number || !document || open || !records.get(uuid)?.body) continue
    for (const { field, value } of overwritten) {
      const told = document.journal.filter((one) => one.op_id === opId && one.field === field)
      const [one] = told
      if (told.length !== 1 || JSON.stringify(one?.theirs) !== JSON.stringify(value))
        throw new Error(`machine ${number} was told ${told.length} times of ${field} of ${opId}`)
    }
  }
}

/** Check that every typed word that was not removed is in the log or waits on its machine. */
function checkWords({ log }: Edge, machines: readonly Machine[]): void {
  const kept = new Set<string>()
  const keep = (body: Record<string, unknown> | null) => {
    for (const [field, value] of Object.entries(body ?? {}))
      for (const piece of piecesOf(field, value)) kept.add(piece)
  }
  for (const { after } of log) keep(after)
  for (const { documents } of machines)
    for (const { pending } of documents.values())
      for (const one of pending)
        if (one.type === 'create') keep(one.shown)
        else for (const { field, to } of one.changes) keep({ [field]: to })
  for (const { knowledge, number } of machines)
    for (const piece of knowledge.typed)
      if (!kept.has(piece) && !knowledge.removed.has(piece))
        throw new Error(`machine ${number}: "${piece}" is lost`)
}
