/** Gathers what the requests ask for whose data has come meanwhile, until the turn of the event loop ends. */

/** More than this don't wait for each other: the connections share them. */
const most = 8;

/** `leave` gets what was gathered, when the turn ends. */
export function gatherTurn<T>(leave: (gathered: readonly T[]) => void): (one: T) => void {
  let turn: T[] = [];
  const end = (): void => {
    const gathered = turn;
    turn = [];
    for (let at = 0; at < gathered.length; at += most) leave(gathered.slice(at, at + most));
  };
  return (one) => {
    if (turn.length === 0) setImmediate(end);
    turn.push(one);
  };
}
