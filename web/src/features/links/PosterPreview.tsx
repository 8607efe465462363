import { useLingui } from '@lingui/react/macro';
import { Load } from '../loading/Load';
import { Poster, type PosterLink } from './Poster';

/** Beside the form of a link where there is room: the poster as the fields would have it. */
export function PosterPreview({ link }: { link: PosterLink }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="preview" data-print="hidden" className="min-w-0 max-xl:hidden">
      <h2 id="preview" className="caps mb-3">{t`Preview of the poster`}</h2>
      <Load lines={8}>
        <Poster link={link} />
      </Load>
    </section>
  );
}
