/** `GATEBOOK=off` switches off everything: `gatebook/register`, and `gatebook(app)`. */
export function isSwitchedOff(): boolean {
  return process.env.GATEBOOK === 'off';
}
