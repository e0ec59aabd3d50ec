/**
 * While nothing of the service comes back, what is to be asked of it is not all asked again: one asks after the other. The first
 * answer lets all of them go on.
 */
export class Turns<Who> {
  #queue: { who: Who; go: (isTurn: boolean) => void }[] = []
  #holder: Who | null = null
  #tries = 0

  /** Return the number of unanswered tries in a row, by all callers. */
  get tries(): number {
    return this.#tries
  }

  /** Holder of the turn; null while the service answers. */
  get holder(): Who | null {
    return this.#holder
  }

  /**
   * Wait after an unanswered try, which ends the caller's turn.
   * @returns true when it is the caller's turn again, false when another try was answered meanwhile.
   */
  wait(who: Who): Promise<boolean> {
    const turn = new Promise<boolean>((go) => this.#queue.push({ who, go }))
    if (this.#holder === null || this.#holder === who) {
      this.#tries += 1
      const next = this.#queue.shift()
      this.#holder = next?.who ?? null
      next?.go(true)
    }
    return turn
  }

  /** End the turn: the service answers, or nobody waits for it any more. */
  end(): void {
    const waiting = this.#queue
    this.#queue = []
    this.#holder = null
    this.#tries = 0
    for (const { go } of waiting) go(false)
  }
}
