/** The events of the security log, each with the text that says what it means (default 155). */
import { say, type TextKey } from "@nonet/texts";

const texts = {
  "sign-in": "security-sign-in",
  "sign-in-failed": "security-sign-in-failed",
  "locked-out": "security-locked-out",
  "sign-out": "security-sign-out",
  "sessions-ended": "security-sessions-ended",
  registered: "security-registered",
  invited: "security-invited",
  "invitation-accepted": "security-invitation-accepted",
  "password-changed": "security-password-changed",
  "password-reset-requested": "security-password-reset-requested",
  "password-reset": "security-password-reset",
  "confirmation-mailed": "security-confirmation-mailed",
  "email-confirmed": "security-email-confirmed",
  "email-changed": "security-email-changed",
  "second-factor-added": "security-second-factor-added",
  "second-factor-removed": "security-second-factor-removed",
  "second-factor-failed": "security-second-factor-failed",
  "recovery-code-used": "security-recovery-code-used",
  "recovery-codes-made": "security-recovery-codes-made",
  confirmed: "security-confirmed",
  "key-created": "security-key-created",
  "key-deleted": "security-key-deleted",
  "roles-changed": "security-roles-changed",
  activated: "security-activated",
  deactivated: "security-deactivated",
  "owner-made": "security-owner-made",
  "support-started": "security-support-started",
  "support-ended": "security-support-ended",
  refused: "security-refused",
  exported: "security-exported",
  "personal-data-exported": "security-personal-data-exported",
  "personal-data-erased": "security-personal-data-erased",
  "document-approved": "security-document-approved",
  "document-changed": "security-document-changed",
} as const satisfies Readonly<Record<string, TextKey>>;

export type SecurityEventName = keyof typeof texts;

export const isSecurityEvent = (event: string): event is SecurityEventName => Object.hasOwn(texts, event);

export const securityEventNames = Object.keys(texts) as readonly SecurityEventName[];

/** In the reader's language; the event itself where an earlier version knew it and this one doesn't. */
export const securityEventText = (event: string): string => (isSecurityEvent(event) ? say(texts[event]) : event);
