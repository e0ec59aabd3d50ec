import type { ImportedTarget, ImportedWell } from './imported-run.ts'
import type { NoticeList } from './notices.ts'
import type { Place } from './refuse-file.ts'

/** Gives the targets of a run their channels: a target has the same one in every well it can. */
export class ChannelChooser {
  readonly #notices: NoticeList
  readonly #channels = new Map<string, string>()

  constructor(notices: NoticeList) {
    this.#notices = notices
  }

  /** Choose the dye as the channel; where another target of the well has it, a numbered one. */
  choose(target: ImportedTarget, well: ImportedWell, place: Place): string {
    const used = new Set(well.targets.map((one) => one.channel))
    const base = target.dye || 'unknown'
    const known = this.#channels.get(target.target)
    let channel = known ?? base
    for (let n = 2; used.has(channel); n++) channel = `${base} ${n}`
    if (channel !== base && channel !== known) {
      this.#notices.add('dye_shared', place, { dye: base, channel })
    }
    this.#channels.set(target.target, channel)
    return channel
  }
}
