/** Point 7: a mail: its receivers, subject, body and attachments. */
import type { CallBody } from "@nonet/model";
import type { Section } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { withoutDoubledUnit } from "../expressions/doubled-unit.ts";
import { hasUnread } from "../misplaced/unread-attributes.ts";
import { isMisspeltAs } from "./attributes.ts";
import { readAttachments } from "./attributes/attachments.ts";
import { readLeaving } from "./attributes/leaving.ts";
import type { CallScene } from "./call-scope.ts";
import { readReceivers } from "./attributes/receivers.ts";

export function emailBody(ctx: PointCompiler, scene: CallScene, section: Section): CallBody {
  const { attributes, use } = scene;
  const template = (key: string): ReturnType<PointCompiler["template"]> => {
    const words = attributes.get(key);
    if (!words && !hasUnread(section) && !isMisspeltAs(section, key)) ctx.report("incomplete-call", section.title.span, `The mail "${scene.call}" has no ${key}.`);
    return words ? withoutDoubledUnit(ctx.template(words, use)) : [];
  };
  const to = readReceivers(ctx, attributes.get("email to")!, use);
  const attach = attributes.get("attach");
  return {
    kind: "email",
    to,
    subject: template("subject"),
    body: template("body"),
    ...readLeaving(ctx, attributes.get("leaves"), false),
    ...(attach ? readAttachments(ctx, attach, use) : { attach: [], reports: [] }),
  };
}
