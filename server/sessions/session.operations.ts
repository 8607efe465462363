import { audit, auditPerson } from '../audit/audit.service.ts';
import type { HandlersOf } from '../http/handlers.ts';
import { getSelf } from '../users/user.service.ts';
import { sessionDrawing } from './document/session-drawing.ts';
import { proveSession } from './evidence/session-proof.service.ts';
import { exportSessions } from './list/session-export.service.ts';
import { countSessions, listSessions } from './list/session-list.service.ts';
import { seenBefore } from './seen/seen-document.service.ts';
import { noteFetched } from './session/retention.ts';
import { linksOf } from './session/return-address.service.ts';
import {
  abortSession,
  checkCallback,
  createSession,
  getSession,
  getSessionState,
  redactSession,
  renewToken,
} from './session/session.service.ts';
import { viewListItem, viewSession } from './session/session.view.ts';
import { mailLink } from './session/session-mail.service.ts';
import { noteAccess, timelineOf } from './session/session-timeline.service.ts';

export const sessionOperations: HandlersOf<'session'> = {
  async 'session.create'(ctx, body) {
    await checkCallback(ctx, body);
    const linkTo = await linksOf(ctx, body);
    return ctx.transaction(async (ctx) => {
      const session = linkTo(await createSession(ctx, body));
      await auditPerson(ctx, 'session.create', session.id);
      if (body.send_to !== undefined) await mailLink(ctx, { ...session, send_to: body.send_to });
      return session;
    });
  },

  async 'session.get'(ctx, body) {
    const session = await getSession(ctx, body);
    await noteAccess(ctx, 'session.get', session);
    const shown = await viewSession(ctx, session, body.portrait_format);
    await noteFetched(ctx, session);
    return shown;
  },

  async 'session.renew_link'(ctx, body) {
    const session = await getSession(ctx, body);
    const linkTo = await linksOf(ctx, body);
    return ctx.transaction(async (ctx) => {
      const renewed = linkTo(await renewToken(ctx, session));
      await audit(ctx, 'session.renew_link', session.id);
      if (body.send_to !== undefined) await mailLink(ctx, { ...renewed, send_to: body.send_to });
      return renewed;
    });
  },

  async 'session.proof'(ctx, body) {
    const session = await getSession(ctx, body);
    await noteAccess(ctx, 'session.proof', session);
    return proveSession(ctx, session);
  },

  async 'session.state'(ctx, body) {
    return { state: await getSessionState(ctx, body) };
  },

  async 'session.list'(ctx, body) {
    const { rows, ...next } = await listSessions(ctx, body);
    return { sessions: rows.map(viewListItem), ...next };
  },

  'session.count': countSessions,

  'session.export': exportSessions,

  async 'session.pdf'(ctx, { id, locale }) {
    using place = ctx.deps.documents.reserve(ctx);
    const session = await getSession(ctx, { id });
    await noteAccess(ctx, 'session.get', session);
    const drawing = await sessionDrawing(ctx, session, locale ?? (await getSelf(ctx)).locale);
    return place.draw(drawing);
  },

  async 'session.timeline'(ctx, body) {
    return { events: await timelineOf(ctx, await getSession(ctx, body)) };
  },

  async 'session.seen_before'(ctx, body) {
    return seenBefore(ctx, await getSession(ctx, body));
  },

  async 'session.abort'(ctx, body) {
    const session = await getSession(ctx, body);
    return ctx.transaction(async (ctx) => {
      const state = await abortSession(ctx, session);
      await auditPerson(ctx, 'session.abort', session.id);
      return { state };
    });
  },

  async 'session.redact'(ctx, body) {
    const session = await getSession(ctx, body);
    return ctx.transaction(async (ctx) => {
      const redacted = await redactSession(ctx, session, 'REQUEST');
      await audit(ctx, 'session.redact', session.id);
      return viewSession(ctx, redacted);
    });
  },
};
