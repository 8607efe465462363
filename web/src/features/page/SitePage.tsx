import { use } from 'react';
import { weave } from '../../../../openapi/facts/guilloche-curves';
import { Guilloche, GuillocheBand } from '../../ui/Guilloche';
import { hasMotif, Motif } from './Motif';
import { InPortal, Page, type PageProps } from './Page';

type Props = Omit<PageProps, 'art'> & {
  /** The seed of the decorative lines, so that each page has its own. */
  name: string;
  art?: Art;
};

export function SitePage({ name, art = 'rosette', ...page }: Props) {
  const inPortal = use(InPortal);
  return <Page {...page} art={!inPortal && <PageArt name={name} art={art} />} />;
}

type Art = 'rosette' | 'wreath' | 'crossing' | 'globe' | 'weave' | 'band';

const corner = 'absolute -z-10 print:hidden';

function PageArt({ name, art }: { name: string; art: Art }) {
  switch (art) {
    case 'wreath':
      return (
        <Guilloche
          name={name}
          wreath
          className={`${corner} -top-80 -end-96 size-[44rem] text-accent opacity-20 sm:-top-136 sm:-end-104 sm:size-[56rem]`}
        />
      );
    case 'crossing':
      return (
        <>
          <Guilloche
            name={name}
            className={`${corner} -top-48 -end-40 size-[22rem] text-accent opacity-15 sm:size-[28rem]`}
          />
          <Guilloche
            name={`${name}-other`}
            className={`${corner} -top-56 end-8 size-[20rem] text-rose opacity-15 max-sm:hidden`}
          />
        </>
      );
    case 'globe':
      return <Globe />;
    case 'weave':
      return <Weave name={name} />;
    case 'band':
      return <GuillocheBand name={name} className={`${corner} inset-x-0 -top-4 text-accent opacity-25 sm:top-0`} />;
    case 'rosette': {
      const Drawing = hasMotif(name) ? Motif : Guilloche;
      return (
        <Drawing
          name={name}
          className={`${corner} -top-28 -end-60 size-[26rem] text-accent opacity-15 sm:-top-40 sm:-end-48 sm:size-[34rem]`}
        />
      );
    }
  }
}

const Globe = () => (
  <svg
    viewBox="-200 -200 400 400"
    aria-hidden="true"
    className={`${corner} pointer-events-none -top-52 -end-56 size-[22rem] text-accent opacity-25 sm:-top-44 sm:-end-24 sm:size-[34rem]`}
    fill="none"
    stroke="currentColor"
    strokeWidth="0.5"
  >
    <g transform="rotate(18)">
      <circle r="190" />
      {degrees.map((degree) => (
        <g key={degree}>
          <ellipse rx={190 * Math.sin(radians(degree))} ry="190" />
          <path d={parallel(degree)} />
          <path d={parallel(-degree)} />
        </g>
      ))}
    </g>
  </svg>
);

const degrees = [0, 10, 20, 30, 40, 50, 60, 70, 80];
const radians = (degree: number) => (degree * Math.PI) / 180;
const parallel = (degree: number) => {
  const [x, y] = [Math.round(190 * Math.cos(radians(degree))), Math.round(190 * Math.sin(radians(degree)))];
  return `M${-x} ${y}A${x} ${Math.round(x / 5)} 0 0 0 ${x} ${y}`;
};

const Weave = ({ name }: { name: string }) => (
  <svg
    viewBox="0 0 600 300"
    aria-hidden="true"
    className={`${corner} pointer-events-none top-0 -end-40 h-60 w-[30rem] text-accent opacity-20 max-sm:hidden`}
    fill="none"
    stroke="currentColor"
    strokeWidth="0.5"
  >
    <path d={weave(name, 600, 300)} />
  </svg>
);
