export type Body = Record<string, unknown>

/** Entry that the edge wrote under an operation's id. */
export interface Entry {
  seq: number
  opId: string
  machine: number
  uuid: string
  action: 'create' | 'merge' | 'remove' | 'status'
  before: Body | null
  after: Body | null
  overwritten: { field: string; value: unknown }[]
}
