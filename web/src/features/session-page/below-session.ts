/** The parts of a session's page that are loaded on demand, together, because they are below what people come for. */
export { LatestRequests } from '../requests/LatestRequests';
export { SessionTeam } from '../session-team/SessionTeam';
