/** The columns of `app."user" u` that identify a person and say what they may do. */
export const person = `u.id, u.name, u.email, u.active, u.is_owner as owner, array(select r.role from nonet.user_role r where r.user_id = u.id order by r.role) as roles`;
