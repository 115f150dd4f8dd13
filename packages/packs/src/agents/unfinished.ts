/** Neither a pass nor a failure: the model should know that the result is unknown. */
export const unfinished = (command: string): string =>
  `The tests gave no result in the time there is for it. Run them yourself before you rely on this change: ${command}`
