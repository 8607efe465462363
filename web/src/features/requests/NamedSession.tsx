import { LocaleLink } from '../navigation/LocaleLink';

const NOT_FOUND = 404;

/** The session that a call named. Where the answer was that there is none, nothing is to be seen of it. */
export const NamedSession = ({ id, status }: { id: number; status: number }) =>
  status === NOT_FOUND ? (
    <span className="font-mono">{id}</span>
  ) : (
    <LocaleLink to={`/session/${id}`} className="link font-mono">
      {id}
    </LocaleLink>
  );
