/** Neither a pass nor a failure: the model should know that the result is unknown. */
export const unfinished = (command: string): string =>
  `The tests did not finish in time. Run them yourself before you rely on this change: \`${command}\`.`
