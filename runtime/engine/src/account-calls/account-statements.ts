/** The statements of an offered call about its caller's account: `register`, `sign in` and `set my password`. */
import type { RunAccountStatement } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller } from "./account-call.ts";
import { register } from "./register.ts";
import { setMyPassword } from "./set-my-password.ts";
import { signIn } from "./sign-in.ts";

export function runAccountStatements(running: Running, caller: Caller): RunAccountStatement {
  return (context, scope, statement) => {
    const call = { running, caller, context, scope };
    switch (statement.kind) {
      case "register":
        return register(call, statement);
      case "sign in":
        return signIn(call, statement);
      case "set password":
        return setMyPassword(call, statement);
    }
  };
}
