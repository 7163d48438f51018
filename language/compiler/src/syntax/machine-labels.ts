/** The labels of a machine's attributes. */
import { fold } from "@nonet/feel";

const ofMachine = /^(?:(?:starts|ends) (?:as|in)|(?:start|initial|end|final) states?|.+ asks? for|.+ (?:is|are) decided by|.+ confirms?|(?:state )?colou?rs)$/;

export const isMachineLabel = (label: string): boolean => ofMachine.test(fold(label));
