import type { ComponentProps } from 'react';
import './phone-on-passport.css';
import { sealRing } from '../../../../openapi/facts/seal-shape';
import { Guilloche } from '../../ui/Guilloche';

export function PhoneOnPassport({ label }: { label: string }) {
  return (
    <svg
      viewBox="24 8 516 424"
      role="img"
      aria-label={label}
      className="phone-reading mx-auto h-auto w-full max-w-form lg:max-w-none"
      fill="none"
    >
      <defs>
        <clipPath id="cover">
          <rect x="40" y="24" width="270" height="384" rx="12" />
        </clipPath>
      </defs>
      <rect x="40" y="24" width="270" height="384" rx="12" className="fill-accent-wash stroke-accent" />
      <g clipPath="url(#cover)">
        <Guilloche name="cover" x="-40" y="-30" width="430" height="430" className="text-accent opacity-40" />
      </g>
      <path d="M54 24V408" className="stroke-accent opacity-60" />
      <g className="fill-accent" textAnchor="middle">
        <text x="182" y="78" className="font-serif" fontSize="22" letterSpacing="6">
          UTOPIA
        </text>
        <text x="182" y="330" className="font-sans" fontSize="13" letterSpacing="5">
          PASSPORT
        </text>
      </g>
      <g transform="translate(182 196)" className="stroke-accent">
        <circle r="62" className="fill-accent-wash" stroke="none" />
        <path d={sealRing} transform="scale(1.25)" />
        <path d={sealRing} transform="scale(1.25) rotate(15)" />
        <path d="M0 -26L22 -6 0 26 -22 -6ZM-22 -6H22M0 -26V26" strokeLinejoin="round" />
      </g>
      <ChipSymbol x="162" y="352" width="40" height="24" className="text-accent" />

      <g transform="translate(276 84) rotate(12 100 160)">
        <rect width="182" height="318" rx="24" className="fill-raised stroke-ink" strokeWidth="1.25" />
        <rect x="9" y="9" width="164" height="300" rx="17" className="fill-paper stroke-hairline" />
        <path d="M72 22H110" className="stroke-edge" strokeWidth="3" strokeLinecap="round" />
        <g transform="translate(91 124)" className="stroke-accent" strokeLinecap="round">
          <circle r="5" className="fill-accent" stroke="none" />
          {[18, 32, 46, 60].map((radius) => (
            <path
              key={radius}
              className="phone-wave"
              d={`M${-radius * 0.8} ${-radius * 0.6}A${radius} ${radius} 0 0 1 ${radius * 0.8} ${-radius * 0.6}M${-radius * 0.8} ${radius * 0.6}A${radius} ${radius} 0 0 0 ${radius * 0.8} ${radius * 0.6}`}
              strokeWidth={2.4 - radius / 40}
            />
          ))}
        </g>
        <g className="stroke-hairline" strokeWidth="8" strokeLinecap="round">
          <path d="M40 216H142M40 234H118" />
          <path d="M40 216H142M40 234H118" pathLength="1" className="phone-progress stroke-accent" />
        </g>
        <g transform="translate(40 258)" strokeWidth="1.4" strokeLinecap="round" strokeLinejoin="round">
          {[0, 26, 52, 78, 104].map((x, index) => (
            <g key={x} transform={`translate(${x - 2} 6)`} className={index < 4 ? 'stroke-accent' : 'stroke-edge'}>
              <circle cx="8" cy="8" r="8" strokeDasharray={index < 4 ? undefined : '2 2.4'} />
              {index < 4 && <path d="M4.6 8.3l2.4 2.4 4.4-5" strokeWidth="1.8" className="phone-mark" />}
            </g>
          ))}
        </g>
      </g>
    </svg>
  );
}

export function ChipSymbol(props: ComponentProps<'svg'>) {
  return (
    <svg {...props} viewBox="0 0 40 24" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2.4">
      <path d="M1.4 1.4H38.6V22.6H1.4ZM1.4 12H13.4M26.6 12H38.6" />
      <circle cx="20" cy="12" r="6.4" />
    </svg>
  );
}
