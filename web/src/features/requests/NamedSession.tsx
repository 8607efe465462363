import { LocaleLink } from '../navigation/LocaleLink';

const NOT_FOUND = 404;

/** The session that a request named. If the response was 404, there is no page to link to. */
export const NamedSession = ({ id, status }: { id: number; status: number }) =>
  status === NOT_FOUND ? (
    <span className="font-mono">{id}</span>
  ) : (
    <LocaleLink to={`/session/${id}`} className="link font-mono">
      {id}
    </LocaleLink>
  );
